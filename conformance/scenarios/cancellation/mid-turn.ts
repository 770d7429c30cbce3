import type { AgentScenario, AgentStage, Finding } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { framesOf, told } from "../steps/reply.js";
import { inSession, type Session } from "../steps/setup.js";
import {
  answerOf,
  begin,
  cancel,
  finish,
  isRunning,
  isTurnOutput,
  LONG,
  stopReason,
  type Turn,
  type TurnEnd,
  text,
  updatesIn,
} from "../steps/turn.js";

const CANCELLED = "acp.v1.cancel.agent-responds-cancelled";
const NO_ERROR = "acp.v1.cancel.agent-no-error";
const BEFORE = "acp.v1.cancel.agent-updates-before-response";
const AFTERWARDS = "acp.v1.cancel.agent-usable-after";
const REPEAT = "acp.v1.cancel.agent-repeat";

/**
 * A cancelled turn ends with the stop reason cancelled, as a result, behind the last of its updates, and the session
 * goes on (docs/protocol/v1/prompt-turn.mdx, "Cancellation").
 */
export const cancelMidTurn: AgentScenario = inSession(
  "cancellation/mid-turn",
  [CANCELLED, NO_ERROR, BEFORE, AFTERWARDS, REPEAT],
  async (stage, session) => {
    const turn = begin(session, text(LONG));
    // Past this barrier the turn is known to run, so that only an end within a moment can still cross the cancel.
    if (!(await isRunning(turn)) || !(await isRunningBehindBarrier(turn))) {
      for (const id of [CANCELLED, NO_ERROR, BEFORE, AFTERWARDS, REPEAT]) {
        stage.notTested(id, "the turn ended before it could be cancelled");
      }
      return;
    }
    const cancelled = cancel(turn);
    const end = await finish(turn);
    judgeCancelled(stage, cancelled, end);
    if (end.reply.kind === "silence") return;
    await session.connection.barrier();
    judgeOrder(stage, turn, end, cancelled);
    await judgeAfterwards(stage, session);
  },
);

async function isRunningBehindBarrier(turn: Turn): Promise<boolean> {
  await turn.connection.barrier();
  return answerOf(turn) === undefined;
}

function judgeCancelled(stage: AgentStage, cancelled: Frame, { reply }: TurnEnd): void {
  const [request, response] = framesOf(reply);
  const finding = (): Finding => ({
    expected: 'a result with stopReason "cancelled"',
    actual: told(reply),
    frames: [request, cancelled, response],
  });
  if (reply.kind === "result") stage.holds(NO_ERROR);
  if (reply.kind === "error") stage.violated(NO_ERROR, finding());
  stage.expect(CANCELLED, stopReason(reply) === "cancelled", finding);
}

function judgeOrder(
  stage: AgentStage,
  { connection, sessionId }: Turn,
  { reply }: TurnEnd,
  cancelled: Frame,
): void {
  if (reply.kind === "silence") return;
  const late = updatesIn(connection.transcript).find(
    (update) =>
      update.frame.number > reply.frame.number && update.sessionId === sessionId && isTurnOutput(update),
  );
  stage.expect(BEFORE, late === undefined, () => ({
    expected: "the updates of a cancelled turn in front of its response",
    actual: `${late?.kind} behind it`,
    frames: [reply.request, cancelled, reply.frame, late?.frame],
  }));
}

/** The next turn has to start, and not to end by the cancel of the one before. */
async function judgeAfterwards(stage: AgentStage, session: Session): Promise<void> {
  const next = begin(session, text(LONG));
  if (await isRunning(next)) {
    stage.holds(AFTERWARDS);
    for (let time = 0; time < 3; time++) cancel(session);
    const { reply } = await finish(next);
    stage.recorded(REPEAT, `three cancels of one turn give ${told(reply)}`);
    return;
  }
  const { reply, neededCancel } = await finish(next);
  if (reply.kind === "silence" || neededCancel) {
    stage.notTested(AFTERWARDS, `the next turn got ${told(reply)}`);
    return;
  }
  const isServed = reply.kind === "result" && stopReason(reply) !== "cancelled";
  stage.expect(AFTERWARDS, isServed, () => ({
    expected: "a turn of its own for a prompt behind a cancelled turn",
    actual: told(reply),
    frames: framesOf(reply),
  }));
}
