import type { AgentConnection, Reply } from "../../../src/driver/agent-connection.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import type { Session } from "../../scenarios/steps/setup.js";
import { begin, cancel, type Turn, type Update, updateOf, updatesIn } from "../../scenarios/steps/turn.js";
import { saysBusy, saysIdle } from "./prompts.js";

/** How the work behind a prompt ended, as far as it did. */
export interface WorkEnd {
  readonly reply: Reply;
  /** The idle update that ended the work. */
  readonly idle: Update | undefined;
  /** It took a cancel of ours to end it. */
  readonly neededCancel: boolean;
}

const MAX_WAITS = 6;

/** Sends a prompt and waits until the work behind it has ended: cancelled, where it does not end by itself. */
export async function work(session: Session, prompt: readonly Json[]): Promise<WorkEnd> {
  return await endOf(begin(session, prompt));
}

/**
 * Waits for the answer to a prompt and for the idle update that ends the work: as long as frames keep coming, a few times
 * the usual wait. Work that ends only with a cancel was slow, which no sentence forbids.
 */
export async function endOf(turn: Turn): Promise<WorkEnd> {
  const { connection } = turn;
  const reply = await turn.reply;
  if (reply.kind === "error") return { reply, idle: undefined, neededCancel: false };
  let idle = await idleAfter(turn);
  let seen = -1;
  for (let wait = 1; wait < MAX_WAITS && idle === undefined && isComing(connection, seen); wait++) {
    seen = connection.transcript.frames.length;
    idle = await idleAfter(turn);
  }
  if (idle !== undefined || connection.subject.exit !== undefined)
    return { reply, idle, neededCancel: false };
  cancel(turn);
  idle = await idleAfter(turn);
  return { reply, idle, neededCancel: idle !== undefined };
}

/** Waits for the idle update that ends the work of a prompt, counting one that is here already. */
export async function idleAfter(turn: Turn): Promise<Update | undefined> {
  const { connection, request } = turn;
  const frame = await connection.frame((each) => endsWork(turn, each), request.number);
  return frame === undefined ? undefined : updateOf(frame);
}

/** Waits until the session says that it is at work, or shows any output; false when neither comes. */
export async function isWorking({ connection, request, sessionId }: Turn): Promise<boolean> {
  const sign = await connection.frame((frame) => {
    const update = updateOf(frame);
    return update?.sessionId === sessionId && (saysBusy(update) || OUTPUT.has(update.kind));
  }, request.number);
  return sign !== undefined;
}

/** The updates of the session of a prompt from the prompt on. */
export function updatesAfter({ connection, request, sessionId }: Turn): Update[] {
  return updatesIn(connection.transcript).filter(
    (update) => update.sessionId === sessionId && update.frame.number > request.number,
  );
}

const OUTPUT: ReadonlySet<string> = new Set(["agent_message", "agent_message_chunk", "agent_thought_chunk"]);

/** An idle update ends work when it has a stop reason, or comes behind an update that says that there is some. */
export function endsWork(turn: Turn, frame: Frame): boolean {
  const update = updateOf(frame);
  if (update === undefined || update.sessionId !== turn.sessionId || !saysIdle(update)) return false;
  const wasBusy = updatesAfter(turn).some((each) => each.frame.number < frame.number && saysBusy(each));
  return wasBusy || (update.update["stopReason"] ?? null) !== null;
}

function isComing({ transcript, subject }: AgentConnection, seen: number): boolean {
  return subject.exit === undefined && transcript.frames.length > seen;
}
