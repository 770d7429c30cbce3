import type { AgentStage } from "../../../src/engine/scenario.js";
import type { Step } from "../../../src/engine/script/step.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { ask } from "../steps/ask.js";
import { openServed, requestsAfter, type ServedSession } from "../steps/client.js";
import { framesOf, told } from "../steps/reply.js";

const EMPTY = "acp.v1.elicitation.empty-capability";
const FALLBACK = "acp.v1.elicitation.fallback";

export const MODES: readonly string[] = [EMPTY, FALLBACK];
export const ELICITS = "elicitation/create";

/**
 * The same tasks for a client that offers elicitation and no mode of it, and for one that offers forms alone
 * (docs/protocol/v1/elicitation.mdx, "Checking support"): asked only of agents that are known to elicit.
 */
export async function judgeModes(stage: AgentStage): Promise<void> {
  await withOffer(stage, {}, async (session) => {
    await judgeFallback(stage, session, "elicitForm");
    const [request] = requestsAfter(session.connection, ELICITS);
    stage.expect(EMPTY, request === undefined, () => ({
      expected: "no elicitation/create, since an empty capability object offers no mode",
      actual: ELICITS,
      frames: [request],
    }));
  });
  await withOffer(stage, { form: {} }, async (session) => {
    for (const step of ["elicitUrl", "elicitSecret"] as const) await judgeFallback(stage, session, step);
    // A form that is right here shows that what is wrong above is no general silence.
    await ask(stage, session, "elicitForm");
  });
}

async function withOffer(
  stage: AgentStage,
  elicitation: JsonObject,
  judge: (session: ServedSession) => Promise<void>,
): Promise<void> {
  const session = await openServed(stage, { elicitation });
  if ("reason" in session) stage.notTested(FALLBACK, session.reason);
  else await judge(session);
}

async function judgeFallback(stage: AgentStage, session: ServedSession, step: Step): Promise<void> {
  const asked = await ask(stage, session, step);
  if (asked === undefined || asked.end.neededCancel) return;
  const [request] = requestsAfter(session.connection, ELICITS, asked.turn.request.number);
  // Whoever asks all the same has not fallen back; that is judged as use of a mode that is not offered.
  if (request !== undefined) return;
  const { reply } = asked.end;
  stage.expect(FALLBACK, reply.kind === "result", () => ({
    expected: "the turn ended in another way where the client lacks the mode",
    actual: told(reply),
    frames: framesOf(reply),
  }));
}
