import type { ClientScenario } from "../../../src/engine/client-scenario.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { told } from "../../scenarios/steps/reply.js";
import { inTurn } from "../steps/turn.js";

/** An update that page and schema do not agree about, or that they leave open, by the question that it puts. */
interface Reading {
  readonly id: string;
  readonly update: JsonObject;
  /** It is an example of a page that the schema does not allow. */
  readonly isWrong?: true;
}

const text: JsonObject = { type: "text", text: "a plan" };
const call = (id: string, more: JsonObject = {}): JsonObject => ({
  sessionUpdate: "tool_call",
  toolCallId: id,
  title: "A call",
  ...more,
});

const READINGS: readonly Reading[] = [
  { id: "acp.v1.tools.kind-switch-mode", update: call("reading-1", { kind: "switch_mode" }) },
  { id: "acp.v1.tools.raw-any-json", update: call("reading-2", { rawInput: 5, rawOutput: [null, "x"] }) },
  {
    id: "acp.v1.tools.update-null",
    update: { sessionUpdate: "tool_call_update", toolCallId: "reading-1", title: null, content: null },
  },
  {
    id: "acp.v1.tools.content-wrapper-doc",
    update: call("reading-3", { kind: "switch_mode", content: [text] }),
    isWrong: true,
  },
  {
    id: "acp.v1.modes.update-doc-field",
    update: { sessionUpdate: "current_mode_update", modeId: "code" },
    isWrong: true,
  },
];

/** What a client makes of updates about which the documents contradict each other: each is written down. */
export const readings: ClientScenario = inTurn(
  "updates/readings",
  READINGS.map(({ id }) => id),
  async (stage, turn) => {
    for (const { id, update, isWrong } of READINGS) {
      if (isWrong === true) turn.connection.wrongly(() => turn.update(update));
      else turn.update(update);
      stage.recorded(id, `behind ${JSON.stringify(update)}: ${told(await turn.connection.barrier())}`);
    }
  },
);
