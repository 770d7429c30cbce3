import { setTimeout as sleep } from "node:timers/promises";
import type { Reply } from "../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { promptFor } from "../steps/ask.js";
import { framesOf, told } from "../steps/reply.js";
import { inSession, type Session } from "../steps/setup.js";
import {
  answerOf,
  begin,
  cancel,
  finish,
  isRunning,
  stopReason,
  type Turn,
  updatesIn,
} from "../steps/turn.js";
import { afterCancel, CASCADE, noteAfter, STOPS, TOOL_STATUS } from "./after-cancel.js";

const CANCELLED = "acp.v1.cancel.agent-responds-cancelled";
const NO_ERROR = "acp.v1.cancel.agent-no-error";
const AFTERWARDS = "acp.v1.cancel.agent-usable-after";
const MAY_UPDATE = "acp.v1.cancel.agent-may-update-after";
const RACE = "acp.v1.cancel.agent-race-completed";

/** How long after a cancelled turn the next prompt is sent, in ms: a cancel that lingers would meet it. */
const PAUSES: readonly number[] = [0, 1, 50, 0];

/**
 * Cancels at the moments where they get lost: again and again with the next prompt at once behind, in the middle of a
 * tool call, and when the turn is about to end (docs/protocol/v1/prompt-turn.mdx, "Cancellation").
 */
export const cancelMoments: AgentScenario = inSession(
  "cancellation/moments",
  [CANCELLED, NO_ERROR, AFTERWARDS, MAY_UPDATE, RACE, STOPS, CASCADE, TOOL_STATUS],
  async (stage, session) => {
    await midTool(stage, session);
    await inCycles(stage, session);
    await nearTheEnd(stage, session);
    const updates = updatesBehindCancels(session);
    stage.recorded(MAY_UPDATE, `${updates} updates between a cancel and the end of its turn`);
  },
);

/** Only a script can say what keeps a tool at work until it is cancelled. */
async function midTool(stage: AgentStage, session: Session): Promise<void> {
  const prompt = promptFor(stage, "longTool");
  for (const id of [STOPS, CASCADE, TOOL_STATUS])
    stage.notTested(id, "no tool call is known to be at work: a script can name one for longTool");
  if (prompt === undefined) return;
  const turn = begin(session, prompt);
  const isAtWork = await session.connection.frame(
    (frame) => frame.number > turn.request.number && frame.text.includes('"in_progress"'),
  );
  if (isAtWork === undefined || answerOf(turn) !== undefined) {
    await finish(turn);
    return;
  }
  const cancelled = cancel(session);
  const barrier = await session.connection.barrier();
  const { reply } = await finish(turn);
  judgeEnd(stage, turn, cancelled, reply);
  noteAfter(stage, afterCancel(session.connection, turn, barrier));
}

function judgeEnd(stage: AgentStage, { request }: Turn, cancelled: Frame, reply: Reply): void {
  const finding = {
    expected: 'a result with stopReason "cancelled"',
    actual: told(reply),
    frames: [request, cancelled, ...framesOf(reply).slice(1)],
  };
  stage.expect(NO_ERROR, reply.kind !== "error", () => finding);
  stage.expect(CANCELLED, stopReason(reply) === "cancelled", () => finding);
}

/** Each turn begins right behind the end of a cancelled one, and the last of them is left to run. */
async function inCycles(stage: AgentStage, session: Session): Promise<void> {
  const prompt = promptFor(stage, "waitForCancel") ?? [];
  for (const pause of PAUSES) {
    const turn = begin(session, prompt);
    if (!(await isRunning(turn))) {
      await judgeSpoilt(stage, turn);
      return;
    }
    cancel(session);
    await finish(turn);
    await sleep(pause);
  }
  const last = begin(session, promptFor(stage, "short") ?? []);
  await judgeSpoilt(stage, last);
}

/** A turn that nobody cancels, behind cancelled ones, must not end by their cancel. */
async function judgeSpoilt(stage: AgentStage, turn: Turn): Promise<void> {
  const { reply, neededCancel } = await finish(turn);
  if (reply.kind === "silence" || neededCancel) {
    stage.notTested(AFTERWARDS, `a turn behind cancelled ones got ${told(reply)}`);
    return;
  }
  stage.expect(AFTERWARDS, reply.kind === "result" && stopReason(reply) !== "cancelled", () => ({
    expected: "a turn of its own for a prompt behind cancelled turns",
    actual: told(reply),
    frames: framesOf(reply),
  }));
}

async function nearTheEnd(stage: AgentStage, session: Session): Promise<void> {
  const turn = begin(session, promptFor(stage, "short") ?? []);
  await isRunning(turn);
  cancel(session);
  const { reply } = await finish(turn);
  stage.recorded(RACE, `a cancel near the end of a turn gives ${told(reply)}`);
}

function updatesBehindCancels({ connection: { transcript } }: Session): number {
  const cancels = transcript.of("c2a").filter(({ message }) => isCalled(message, "session/cancel"));
  const answers = transcript.of("a2c").filter(({ message }) => message.kind === "response");
  return updatesIn(transcript).filter(({ frame }) => {
    const last = cancels.findLast(({ number }) => number < frame.number);
    return last !== undefined && !answers.some(({ number }) => number > last.number && number < frame.number);
  }).length;
}

function isCalled(message: Frame["message"], method: string): boolean {
  return "method" in message && message.method === method;
}
