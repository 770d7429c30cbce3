import { setTimeout as sleep } from "node:timers/promises";
import type { Reply } from "../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage, Finding } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { longPrompt } from "../steps/ask.js";
import { framesOf, told } from "../steps/reply.js";
import { inSession, type Session } from "../steps/setup.js";
import {
  answerOf,
  begin,
  cancel,
  finish,
  isRunning,
  isTurnOutput,
  stopReason,
  type Turn,
  type TurnEnd,
  updatesIn,
} from "../steps/turn.js";

const CANCELLED = "acp.v1.cancel.agent-responds-cancelled";
const NO_ERROR = "acp.v1.cancel.agent-no-error";
const BEFORE = "acp.v1.cancel.agent-updates-before-response";
const AFTERWARDS = "acp.v1.cancel.agent-usable-after";
const REPEAT = "acp.v1.cancel.agent-repeat";

/** Waits in front of the cancels, in ms: a turn that ends by itself does not cross every one of them. */
const PAUSES: readonly number[] = [0, 20, 60];

/** An agent that reads the cancel and the barrier at once may answer them in either order. */
const SAME_MOMENT_MICROS = 200_000;
/** By how much a turn has to go on for longer than the cancelled ones, besides lasting twice as long. */
const MARGIN_MS = 500;

/** A turn, the cancel that met it, and how it ended. */
interface Cancelled {
  readonly turn: Turn;
  readonly cancel: Frame;
  readonly end: TurnEnd;
}

/**
 * A cancelled turn ends with the stop reason cancelled, as a result, behind the last of its updates, and the session
 * goes on (docs/protocol/v1/prompt-turn.mdx, "Cancellation").
 */
export const cancelMidTurn: AgentScenario = inSession(
  "cancellation/mid-turn",
  [CANCELLED, NO_ERROR, BEFORE, AFTERWARDS, REPEAT],
  async (stage, session) => {
    const met = await cancelled(stage, session);
    if (met === undefined) {
      for (const id of [CANCELLED, NO_ERROR, BEFORE, AFTERWARDS, REPEAT]) {
        stage.notTested(id, "the turn ended before it could be cancelled");
      }
      return;
    }
    judgeEnd(stage, met);
    if (met.end.reply.kind === "silence") return;
    await session.connection.barrier();
    judgeOrder(stage, met);
    await judgeAfterwards(stage, session);
  },
);

/**
 * Cancels a turn that is known to run. One that does not end well behind the answer to a barrier behind the cancel may
 * have ended by itself before the agent saw the cancel, which says nothing: only when some turns, each cancelled at
 * another moment, all end that way, and one that nobody cancels goes on for long, was it the cancel that ended them.
 */
async function cancelled(stage: AgentStage, session: Session): Promise<Cancelled | undefined> {
  let met: Cancelled | undefined;
  let longestMs = 0;
  for (const pause of PAUSES) {
    const turn = begin(session, longPrompt(stage));
    if (!(await isRunning(turn)) || !(await isRunningAfter(pause, turn))) return undefined;
    const frame = cancel(turn);
    const barrier = session.connection.begin("_acp-assay/barrier", {});
    const end = await finish(turn);
    met = { turn, cancel: frame, end };
    if (stopReason(end.reply) === "cancelled" || isBehind(end.reply, await barrier.reply)) return met;
    longestMs = Math.max(longestMs, lengthMs(turn, end));
  }
  return (await outlasts(stage, session, 2 * longestMs + MARGIN_MS)) ? met : undefined;
}

function lengthMs({ request }: Turn, { reply }: TurnEnd): number {
  return reply.kind === "silence" ? 0 : (reply.frame.atMicros - request.atMicros) / 1000;
}

/** Does a turn that nobody cancels last longer than this? */
async function outlasts(stage: AgentStage, session: Session, ms: number): Promise<boolean> {
  const turn = begin(session, longPrompt(stage));
  await Promise.race([turn.reply, sleep(ms)]);
  const isOutlasting = answerOf(turn) === undefined;
  if (isOutlasting) cancel(turn);
  await finish(turn);
  return isOutlasting;
}

async function isRunningAfter(pauseMs: number, turn: Turn): Promise<boolean> {
  await turn.connection.barrier();
  await sleep(pauseMs);
  return answerOf(turn) === undefined;
}

/** Does this reply come well behind the other? Silence is behind everything. */
function isBehind(reply: Reply, other: Reply): boolean {
  if (reply.kind === "silence") return true;
  return other.kind !== "silence" && reply.frame.atMicros - other.frame.atMicros > SAME_MOMENT_MICROS;
}

function judgeEnd(stage: AgentStage, { cancel: frame, end: { reply } }: Cancelled): void {
  const [request, response] = framesOf(reply);
  const finding = (): Finding => ({
    expected: 'a result with stopReason "cancelled"',
    actual: told(reply),
    frames: [request, frame, response],
  });
  if (reply.kind === "result") stage.holds(NO_ERROR);
  if (reply.kind === "error") stage.violated(NO_ERROR, finding());
  stage.expect(CANCELLED, stopReason(reply) === "cancelled", finding);
}

function judgeOrder(stage: AgentStage, { turn, cancel: frame, end: { reply } }: Cancelled): void {
  if (reply.kind === "silence") return;
  const { transcript } = turn.connection;
  // What comes behind the next prompt belongs to that one.
  const next = transcript
    .of("c2a")
    .find(({ number, message }) => number > reply.frame.number && isPrompt(message));
  const late = updatesIn(transcript).find(
    (update) =>
      update.frame.number > reply.frame.number &&
      update.frame.number < (next?.number ?? Number.POSITIVE_INFINITY) &&
      update.sessionId === turn.sessionId &&
      isTurnOutput(update),
  );
  stage.expect(BEFORE, late === undefined, () => ({
    expected: "the updates of a cancelled turn in front of its response",
    actual: `${late?.kind} behind it`,
    frames: [reply.request, frame, reply.frame, late?.frame],
  }));
}

function isPrompt(message: Frame["message"]): boolean {
  return message.kind === "request" && message.method === "session/prompt";
}

/** The next turn has to start, and not to end by the cancel of the one before. */
async function judgeAfterwards(stage: AgentStage, session: Session): Promise<void> {
  const next = begin(session, longPrompt(stage));
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
