import { randomUUID } from "node:crypto";
import { refusing } from "../../../src/driver/client/answers.js";
import { accept } from "../../../src/driver/client/full-client.js";
import type { Answerer } from "../../../src/driver/client-policy.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import type { Step } from "../../../src/engine/script/step.js";
import { isJsonObject, type JsonObject } from "../../../src/wire/message.js";
import { type Asked, ask } from "../steps/ask.js";
import { openServed, override, requestsAfter, type ServedSession } from "../steps/client.js";
import { framesOf, member, told } from "../steps/reply.js";
import { cannotJudge } from "../steps/setup.js";
import { ELICITS, judgeModes, MODES } from "./elicitation-modes.js";

const HANDLES_ALL = "acp.v1.elicitation.agent-handles-all";
const IGNORES_CONTENT = "acp.v1.elicitation.agent-ignores-content";
const UNKNOWN_ACTION = "acp.v1.elicitation.agent-unknown-action";

const ALL = [HANDLES_ALL, IGNORES_CONTENT, UNKNOWN_ACTION, ...MODES];

/**
 * A client that can ask its user: every answer there is, and an error, leads to the end of the turn; what comes with an
 * answer other than accept is of no meaning and shows up nowhere (docs/protocol/v1/elicitation.mdx, "Responses"). An
 * agent that asks nobody shows nothing.
 */
export const elicitation: AgentScenario = {
  name: "client/elicitation",
  judges: ALL,
  async run(stage) {
    const session = await openServed(stage, { elicitation: { form: {}, url: {} } });
    if ("reason" in session) {
      cannotJudge(stage, ALL, session.reason);
      return;
    }
    const first = await answered(stage, session, "elicitForm", accept);
    if (first === undefined) {
      cannotJudge(stage, ALL, "the agent asked its user nothing in form mode");
      return;
    }
    judgeEnd(stage, first);
    await judgeUnwilling(stage, session);
    for (const answer of [accept, action("decline")]) {
      const asked = await answered(stage, session, "elicitUrl", answer);
      if (asked !== undefined) judgeEnd(stage, asked);
    }
    await judgeModes(stage);
  },
};

/** Declined, dismissed, something new, an error: the marker tells whether the content was used all the same. */
async function judgeUnwilling(stage: AgentStage, session: ServedSession): Promise<void> {
  for (const [id, name] of [
    [IGNORES_CONTENT, "decline"],
    [IGNORES_CONTENT, "cancel"],
    [UNKNOWN_ACTION, "_acp-assay/later"],
  ] as const) {
    const marker = `acp-assay-${randomUUID()}`;
    const asked = await answered(stage, session, "elicitForm", action(name, marker));
    if (asked === undefined) continue;
    judgeEnd(stage, asked);
    const used = session.connection.transcript.of("a2c").find(({ text }) => text.includes(marker));
    stage.expect(id, used === undefined, () => ({
      expected: `the content that came with the action "${name}" left alone`,
      actual: "it is used",
      frames: [asked.turn.request, used],
    }));
  }
  const failed = await answered(stage, session, "elicitForm", refusing(-32603, "The form cannot be shown"));
  if (failed !== undefined) judgeEnd(stage, failed);
}

/** Asks for a step, and answers the elicitation in it like this; undefined when the agent asked nothing. */
async function answered(
  stage: AgentStage,
  session: ServedSession,
  step: Step,
  answerer: Answerer,
): Promise<Asked | undefined> {
  override(session, { [ELICITS]: answerer });
  const asked = await ask(stage, session, step);
  const [request] = requestsAfter(session.connection, ELICITS, asked?.turn.request.number);
  return request === undefined ? undefined : asked;
}

/** How a turn goes on is the agent's affair, even with an error: it has to end. */
function judgeEnd(stage: AgentStage, { turn, end: { reply, neededCancel } }: Asked): void {
  if (neededCancel) {
    stage.notTested(HANDLES_ALL, "the turn took longer than the harness waits");
    return;
  }
  const [request] = requestsAfter(turn.connection, ELICITS, turn.request.number);
  stage.expect(HANDLES_ALL, reply.kind !== "silence", () => ({
    expected: "an end of the turn, however the elicitation is answered",
    actual: told(reply),
    frames: [...framesOf(reply), request],
  }));
}

function action(name: string, marker?: string): Answerer {
  return ({ requestedSchema }) => {
    const properties = member(requestedSchema, "properties");
    const names = isJsonObject(properties) ? Object.keys(properties) : [];
    const content: JsonObject = Object.fromEntries(names.map((each) => [each, marker ?? ""]));
    return { result: { action: name, ...(marker === undefined ? {} : { content }) } };
  };
}
