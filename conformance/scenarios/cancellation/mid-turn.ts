import type { AgentScenario, AgentStage, Finding } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { framesOf, shortly, told } from "../steps/reply.js";
import { inSession, type Session } from "../steps/setup.js";
import {
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
    if (!(await isRunning(turn))) {
      for (const id of [CANCELLED, NO_ERROR, BEFORE, AFTERWARDS, REPEAT]) {
        stage.notTested(id, "the turn ended before it could be cancelled");
      }
      return;
    }
    const cancelled = cancel(turn);
    const barrier = await session.connection.barrier();
    const end = await finish(turn);
    const seenAt = barrier.kind === "silence" ? Number.POSITIVE_INFINITY : barrier.frame.number;
    judgeCancelled(stage, { turn, cancelled, end, seenAt });
    if (end.reply.kind === "silence") return;
    await session.connection.barrier();
    judgeOrder(stage, turn, end, cancelled);
    await judgeAfterwards(stage, session);
  },
);

interface Cancelled {
  readonly turn: Turn;
  readonly cancelled: Frame;
  readonly end: TurnEnd;
  /** Number of the frame that proves that the agent has read the cancel. */
  readonly seenAt: number;
}

function judgeCancelled(stage: AgentStage, { cancelled, end, seenAt }: Cancelled): void {
  const { reply } = end;
  const [request, response] = framesOf(reply);
  const finding = (): Finding => ({
    expected: 'a result with stopReason "cancelled"',
    actual: told(reply),
    frames: [request, cancelled, response],
  });
  if (reply.kind === "result") stage.holds(NO_ERROR);
  if (reply.kind === "error") stage.violated(NO_ERROR, finding());
  // A turn that was over when the cancel arrived keeps its own stop reason; only past the barrier is that excluded.
  const mayBeRace = reply.kind === "result" && reply.frame.number < seenAt;
  if (stopReason(reply) === "cancelled") stage.holds(CANCELLED);
  else if (mayBeRace) stage.notTested(CANCELLED, `the turn ended first, with ${shortly(stopReason(reply))}`);
  else stage.violated(CANCELLED, finding());
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
