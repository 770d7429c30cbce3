import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { errorCode, framesOf, member, told } from "../../scenarios/steps/reply.js";
import { type ClientTurn, inTurn, notApplicable } from "../steps/turn.js";

const UNADVERTISED = "acp.v1.elicitation.unadvertised-error";
const UNKNOWN_MODE = "acp.v1.elicitation.client-unknown-mode";
const COMPLETE = "acp.v1.elicitation.client-unknown-complete";
const JUDGES = [UNADVERTISED, UNKNOWN_MODE, COMPLETE];

const INVALID_PARAMS = -32602;
const FORM: JsonObject = {
  mode: "form",
  message: "Which name?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } } },
};
const URL_MODE: JsonObject = {
  mode: "url",
  message: "Visit a page",
  url: "http://127.0.0.1:9/",
  elicitationId: "acp-assay-1",
};

/** Questions to the user, as far as the client announces them (docs/protocol/v1/elicitation.mdx). */
export const forms: ClientScenario = inTurn("elicitation/forms", JUDGES, async (stage, turn) => {
  if (!turn.can("elicitation")) {
    return notApplicable(stage, JUDGES, "the client does not announce elicitation");
  }
  // What it answers is judged by the schema, wherever it shows.
  if (turn.can("elicitation", "form")) await turn.ask("elicitation/create", FORM);
  await judgeUnadvertised(stage, turn);
  const unknown = await turn.ask("elicitation/create", { ...FORM, mode: "_acp-assay" });
  stage.expect(UNKNOWN_MODE, isRefused(unknown), () => refusal("an unknown mode", unknown));
  turn.connection.notify("elicitation/complete", { elicitationId: "acp-assay-never-used" });
  const barrier = await turn.connection.barrier();
  stage.expect(COMPLETE, barrier.kind !== "silence", () => ({
    expected: "elicitation/complete for an unknown id ignored, and the next request answered",
    actual: told(barrier),
    frames: framesOf(barrier),
  }));
});

async function judgeUnadvertised(stage: ClientStage, turn: ClientTurn): Promise<void> {
  const mode = ["url", "form"].find((name) => !turn.can("elicitation", name));
  if (mode === undefined) {
    stage.notApplicable(UNADVERTISED, "the client announces every mode");
    return;
  }
  const reply = await turn.ask("elicitation/create", mode === "url" ? URL_MODE : FORM);
  stage.expect(UNADVERTISED, errorCode(reply) === INVALID_PARAMS, () => ({
    expected: `error ${INVALID_PARAMS} for mode ${mode}, which the client does not announce`,
    actual: told(reply),
    frames: framesOf(reply),
  }));
}

/** Silence is not: a client may have asked its user. */
function isRefused(reply: Reply): boolean {
  return reply.kind !== "result" || member(reply.result, "action") !== "accept";
}

function refusal(
  what: string,
  reply: Reply,
): { expected: string; actual: string; frames: Reply["request"][] } {
  return {
    expected: `${what} not accepted as if it were known`,
    actual: told(reply),
    frames: framesOf(reply),
  };
}
