import type { Reply } from "../../../src/driver/agent-connection.js";
import type { AgentScenario } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { framesOf, told } from "../steps/reply.js";
import { afterInitialize, type Ready } from "../steps/setup.js";

const NO_RESPONSE = "acp.v1.jsonrpc.no-response-to-notification";
const IGNORED = "acp.v1.jsonrpc.unknown-notification-ignored";
const DOLLAR = "acp.v1.jsonrpc.dollar-notifications-ignorable";
const CUSTOM = "acp.v1.ext.unknown-notification";

/**
 * Notifications never receive a response (docs/protocol/v1/overview.mdx, "Error Handling"), and unrecognised ones
 * should be ignored (docs/protocol/v1/extensibility.mdx, "Custom Notifications").
 */
export const notifications: AgentScenario = afterInitialize(
  "jsonrpc/notifications",
  [NO_RESPONSE, IGNORED, CUSTOM, DOLLAR],
  async (stage, ready) => {
    const { connection } = ready;
    const custom = connection.notify("_acp-assay.example/unknown", { note: "nobody knows this one" });
    const afterCustom = await connection.barrier();
    const unknown = connection.wrongly(() => connection.notify("acp-assay/unknown", {}));
    const known = [
      connection.notify("session/cancel", { sessionId: "acp-assay-no-such-session" }),
      connection.wrongly(() => connection.notify("session/cancel", {})),
      connection.notify("$/acp_assay_unknown", {}),
    ];
    const afterAll = await connection.barrier();

    stage.recorded(
      DOLLAR,
      `after $/acp_assay_unknown the agent ${afterAll.kind === "silence" ? "is silent" : "goes on"}`,
    );
    const responses = unaskedResponses(ready);
    stage.expect(NO_RESPONSE, responses.length === 0, () => ({
      expected: "no response to a notification",
      actual: `${responses.length} responses that no request asked for`,
      frames: [custom, unknown, ...known, ...responses],
    }));
    for (const [id, notification, barrier] of [
      [CUSTOM, custom, afterCustom],
      [IGNORED, unknown, afterAll],
    ] as const) {
      stage.expect(id, barrier.kind !== "silence", () => stillServing(notification, barrier));
    }
  },
);

function stillServing(
  notification: Frame,
  barrier: Reply,
): {
  expected: string;
  actual: string;
  frames: Frame[];
} {
  return {
    expected: "an unrecognised notification ignored, and the next request answered",
    actual: told(barrier),
    frames: [notification, ...framesOf(barrier)],
  };
}

function unaskedResponses({ connection }: Ready): Frame[] {
  const asked = new Set(
    connection.transcript.of("c2a").map(({ message }) => (message.kind === "request" ? message.id.key : "")),
  );
  return connection.transcript
    .of("a2c")
    .filter(({ message }) => message.kind === "response" && !asked.has(message.id.key));
}
