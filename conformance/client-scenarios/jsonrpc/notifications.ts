import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario } from "../../../src/engine/client-scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { framesOf, told } from "../../scenarios/steps/reply.js";
import { unaskedResponses } from "../steps/responses.js";
import { inTurn } from "../steps/turn.js";

const NO_RESPONSE = "acp.v1.jsonrpc.no-response-to-notification";
const IGNORED = "acp.v1.jsonrpc.unknown-notification-ignored";
const CUSTOM = "acp.v1.ext.unknown-notification";
const DOLLAR = "acp.v1.jsonrpc.dollar-notifications-ignorable";
const STRAY = "acp.v1.jsonrpc.stray-response";

/**
 * Notifications never receive a response (docs/protocol/v1/overview.mdx, "Error Handling"), and unrecognised ones
 * should be ignored (docs/protocol/v1/extensibility.mdx, "Custom Notifications").
 */
export const notifications: ClientScenario = inTurn(
  "jsonrpc/notifications",
  [NO_RESPONSE, IGNORED, CUSTOM, DOLLAR, STRAY],
  async (stage, turn) => {
    const { connection } = turn;
    const before = await connection.barrier();
    if (before.kind === "silence") return;
    const custom = connection.notify("_acp-assay.example/unknown", { note: "nobody knows this one" });
    const afterCustom = await connection.barrier();
    const unknown = connection.wrongly(() => connection.notify("acp-assay/unknown", {}));
    const afterUnknown = await connection.barrier();
    const dollar = connection.notify("$/acp_assay_unknown", {});
    const afterDollar = await connection.barrier();
    const responses = unaskedResponses(connection);
    stage.expect(NO_RESPONSE, responses.length === 0, () => ({
      expected: "no response to a notification",
      actual: `${responses.length} responses that no request asked for`,
      frames: [custom, unknown, dollar, ...responses],
    }));
    stage.expect(CUSTOM, afterCustom.kind !== "silence", () => stillServing(custom, afterCustom));
    stage.expect(IGNORED, afterUnknown.kind !== "silence", () => stillServing(unknown, afterUnknown));
    stage.recorded(DOLLAR, `after a $/ notification: ${told(afterDollar)}`);
    connection.wrongly(() => connection.send({ jsonrpc: "2.0", id: 987_654, result: {} }));
    stage.recorded(STRAY, `after a response that nobody asked for: ${told(await connection.barrier())}`);
  },
);

function stillServing(
  notification: Frame,
  barrier: Reply,
): { expected: string; actual: string; frames: Frame[] } {
  return {
    expected: "an unrecognised notification ignored, and the next request answered",
    actual: told(barrier),
    frames: [notification, ...framesOf(barrier)],
  };
}
