import type { Reply } from "../../../src/driver/agent-connection.js";
import { METHOD_NOT_FOUND } from "../../../src/driver/client-policy.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import { errorCode, framesOf, told } from "../steps/reply.js";
import { afterInitialize } from "../steps/setup.js";

const UNKNOWN = "acp.v1.jsonrpc.unknown-method";
const CUSTOM = "acp.v1.ext.unknown-request";
const ANSWERED = "acp.v1.ext.request-answered";

/**
 * A custom request is answered with its id, and one that nobody knows should be answered with -32601
 * (docs/protocol/v1/extensibility.mdx, "Custom Requests"; JSON-RPC 2.0, section 5.1 for any other name).
 */
export const unknownMethods: AgentScenario = afterInitialize(
  "jsonrpc/unknown-methods",
  [UNKNOWN, CUSTOM, ANSWERED],
  async (stage, { connection }) => {
    const custom = await connection.request("_acp-assay.example/unknown", { deep: [{ list: [1, null] }] });
    stage.expect(ANSWERED, custom.kind !== "silence", () => ({
      expected: "an answer to a custom request",
      actual: told(custom),
      frames: framesOf(custom),
    }));
    expectMethodNotFound(stage, CUSTOM, custom);
    expectMethodNotFound(
      stage,
      UNKNOWN,
      await connection.wrongly(() => connection.request("acp-assay/unknown", {})),
    );
  },
);

function expectMethodNotFound(stage: AgentStage, id: string, reply: Reply): void {
  stage.expect(id, errorCode(reply) === METHOD_NOT_FOUND, () => ({
    expected: `error ${METHOD_NOT_FOUND}`,
    actual: told(reply),
    frames: framesOf(reply),
  }));
}
