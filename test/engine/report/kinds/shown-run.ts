import type { Report } from "../../../../src/engine/report/report.js";
import { reportOf, result } from "../results.js";

/** The run that docs/reports.md shows. */
export const shownRun: Report = reportOf(
  [
    result("acp.v1.cancel.agent-during-permission", {
      status: "FAIL",
      statement:
        "A cancel received while a permission request is open still leads to the cancelled stop reason.",
      citation: "docs/protocol/v1/prompt-turn.mdx#cancellation",
      expected: 'a result with stopReason "cancelled"',
      actual: 'result {"stopReason":"end_turn"}',
      failureId: "f-kpIuh1",
      durationMs: 412,
      frames: [
        { number: 12, dir: "c2a", t: 90_300, line: '{"jsonrpc":"2.0","method":"session/cancel"}' },
        {
          number: 16,
          dir: "a2c",
          t: 97_400,
          line: '{"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}',
        },
      ],
    }),
    result("acp.v1.init.version-integer", {
      statement: "The protocol version in the answer is an integer.",
      citation: "docs/protocol/v1/initialization.mdx#protocol-version",
      durationMs: 84,
    }),
    result("acp.v1.prompt.image-accepted", {
      status: "N/A",
      statement: "Image content is accepted once it is advertised.",
      citation: "docs/protocol/v1/content.mdx#image-content",
      message: "promptCapabilities.image is not offered",
      durationMs: 0,
    }),
  ],
  {
    tool: { name: "acp-assay", version: "0.1.0", node: "v20.20.2" },
    subject: {
      argv: ["node", "my-agent.js"],
      role: "agent",
      info: { name: "my-agent", version: "1.2.0" },
      capabilities: null,
      protocolVersion: 1,
    },
    seed: 1,
  },
);
