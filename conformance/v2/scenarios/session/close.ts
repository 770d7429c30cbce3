import type { AgentScenario } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { longPrompt } from "../../../scenarios/steps/ask.js";
import { framesOf, member, shortly, told } from "../../../scenarios/steps/reply.js";
import { cannotJudge } from "../../../scenarios/steps/setup.js";
import { begin, updateOf } from "../../../scenarios/steps/turn.js";
import { saysIdle } from "../../steps/prompts.js";
import { inSession } from "../../steps/setup.js";
import { idleAfter, isWorking, updatesAfter } from "../../steps/work.js";

const IDLE = "acp.v2.session.close-final-idle";
const SILENCE = "acp.v2.session.close-silence";

/**
 * A session is closed while it works: the end of the work comes before the answer, and nothing of the session behind it
 * (schema CloseSessionRequest).
 */
export const closeSession: AgentScenario = inSession(
  "session/close",
  [IDLE, SILENCE],
  async (stage, session) => {
    const { connection, sessionId } = session;
    const turn = begin(session, longPrompt(stage));
    const isBusy = await isWorking(turn);
    const isOver = updatesAfter(turn).some(saysIdle);
    if (!isBusy || isOver) {
      cannotJudge(stage, [IDLE, SILENCE], "the agent was not at work when the session was to be closed");
      return;
    }
    const closed = await connection.request("session/close", { sessionId });
    if (closed.kind !== "result") {
      cannotJudge(stage, [IDLE, SILENCE], `session/close gave ${told(closed)}`);
      return;
    }
    const idle = updatesAfter(turn).find(
      (update) => saysIdle(update) && update.frame.number < closed.frame.number,
    );
    // Work that ended by itself just then has another stop reason, and nothing was cancelled.
    const reason = idle?.update["stopReason"] ?? null;
    stage.expect(IDLE, idle !== undefined && reason !== null, () => ({
      expected: "idle with stopReason cancelled before the response",
      actual: idle === undefined ? "no idle before the response" : `stopReason ${shortly(reason)}`,
      frames: [turn.request, ...framesOf(closed)],
    }));
    // The answers to two more requests: whatever was on its way has come.
    await connection.barrier();
    await connection.barrier();
    const late = connection.transcript
      .of("a2c")
      .find((frame) => frame.number > closed.frame.number && isAbout(frame, sessionId));
    stage.expect(SILENCE, late === undefined, () => ({
      expected: "no message of the session behind the response to session/close",
      actual: shortly(late?.text),
      frames: [...framesOf(closed), late],
    }));
    await idleAfter(turn);
  },
);

function isAbout(frame: Frame, sessionId: string): boolean {
  const { message } = frame;
  const params = "params" in message ? message.params : undefined;
  return updateOf(frame)?.sessionId === sessionId || member(params, "sessionId") === sessionId;
}
