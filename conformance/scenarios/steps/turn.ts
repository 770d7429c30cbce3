import type { AgentConnection, Reply } from "../../../src/driver/agent-connection.js";
import type { Transcript } from "../../../src/driver/transcript.js";
import type { Frame } from "../../../src/wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import { member } from "./reply.js";
import type { Session } from "./setup.js";

/** One session/update, taken apart. */
export interface Update {
  readonly frame: Frame;
  readonly sessionId: Json | undefined;
  /** The discriminator, "" when it is no string. */
  readonly kind: string;
  readonly update: JsonObject;
}

/** A prompt that is on its way. */
export interface Turn {
  readonly connection: AgentConnection;
  readonly sessionId: string;
  readonly request: Frame;
  readonly reply: Promise<Reply>;
}

/** How a turn ended, and whether it took a cancel of ours to end it. */
export interface TurnEnd {
  readonly reply: Reply;
  readonly neededCancel: boolean;
}

/** Text that any agent answers shortly. */
export const SHORT: string = "Reply with the single word: ready";

/** Text whose answer takes long, so that there is time to cancel it. */
export const LONG: string = "Count slowly from 1 to 2000, one number per line, without using any tool";

/** Text that makes an agent write a file, for which many ask permission. */
export function writeText(name: string): string {
  return `Write a file named ${name} in the working directory, holding the single word: ready`;
}

/** A prompt of one text block. */
export function text(content: string): JsonObject[] {
  return [{ type: "text", text: content }];
}

/** Sends a prompt. */
export function begin(session: Session, prompt: readonly Json[], extra: JsonObject = {}): Turn {
  const { connection, sessionId } = session;
  return { connection, sessionId, ...connection.begin("session/prompt", { sessionId, prompt, ...extra }) };
}

/**
 * Waits for the end of a turn: as long as frames keep coming, a few times the usual wait. A turn that then ends on
 * session/cancel was only slow, which no sentence forbids.
 */
export async function finish(turn: Turn): Promise<TurnEnd> {
  const { connection } = turn;
  let seen = 0;
  let reply = await turn.reply;
  for (let wait = 1; wait < MAX_WAITS && isWaiting(reply, connection, seen); wait++) {
    seen = connection.transcript.frames.length;
    reply = await connection.replyTo(turn.request);
  }
  if (reply.kind !== "silence" || connection.subject.exit !== undefined)
    return { reply, neededCancel: false };
  cancel(turn);
  const afterCancel = await connection.replyTo(turn.request);
  return afterCancel.kind === "silence"
    ? { reply, neededCancel: false }
    : { reply: afterCancel, neededCancel: true };
}

/** Sends a prompt and waits for the end of its turn. */
export async function take(
  session: Session,
  prompt: readonly Json[],
  extra: JsonObject = {},
): Promise<TurnEnd> {
  return await finish(begin(session, prompt, extra));
}

/** Cancels the turn of a session. */
export function cancel({ connection, sessionId }: { connection: AgentConnection; sessionId: string }): Frame {
  return connection.notify("session/cancel", { sessionId });
}

/** Waits until the turn shows its first update or ends; true when it is still running then. */
export async function isRunning(turn: Turn): Promise<boolean> {
  const { connection, request, sessionId } = turn;
  const isSign = (frame: Frame): boolean =>
    updateOf(frame)?.sessionId === sessionId || isAnswerTo(frame, request);
  const sign = await connection.frame(isSign, request.number);
  return sign !== undefined && !isAnswerTo(sign, request) && answerOf(turn) === undefined;
}

/** The response to the turn's prompt, if it is here. */
export function answerOf({ connection, request }: Turn): Frame | undefined {
  return connection.transcript.frames.find(
    (frame) => frame.number > request.number && isAnswerTo(frame, request),
  );
}

/** The stop reason of a reply, undefined when it has none. */
export function stopReason(reply: Reply): Json | undefined {
  return reply.kind === "result" ? member(reply.result, "stopReason") : undefined;
}

/** All session updates from the agent. */
export function updatesIn(transcript: Transcript): Update[] {
  return transcript.of("a2c").flatMap((frame) => updateOf(frame) ?? []);
}

/** Reads a session update; undefined when the frame is none. */
export function updateOf(frame: Frame): Update | undefined {
  const { message } = frame;
  const isUpdate = message.kind === "notification" || message.kind === "request";
  if (!isUpdate || frame.direction !== "a2c" || message.method !== "session/update") return undefined;
  const update = member(message.params, "update");
  if (!isJsonObject(update)) return undefined;
  const kind = update["sessionUpdate"];
  return {
    frame,
    sessionId: member(message.params, "sessionId"),
    kind: typeof kind === "string" ? kind : "",
    update,
  };
}

/** Does this update belong to the output of a turn? Commands, modes, titles and usage may change at any time. */
export function isTurnOutput({ kind }: Update): boolean {
  return TURN_OUTPUT.has(kind);
}

const MAX_WAITS = 6;

const TURN_OUTPUT: ReadonlySet<string> = new Set([
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "tool_call_update",
  "plan",
]);

function isWaiting(reply: Reply, { transcript, subject }: AgentConnection, seen: number): boolean {
  return reply.kind === "silence" && subject.exit === undefined && transcript.frames.length > seen;
}

function isAnswerTo({ direction, message }: Frame, request: Frame): boolean {
  return (
    direction === "a2c" &&
    message.kind === "response" &&
    request.message.kind === "request" &&
    message.id.key === request.message.id.key
  );
}

/** Sends a prompt and ends its turn at once, unless it is refused: for content whose treatment is only written down. */
export async function briefly(session: Session, prompt: readonly Json[]): Promise<Reply> {
  const turn = begin(session, prompt);
  await session.connection.barrier();
  if (answerOf(turn) === undefined) cancel(turn);
  return await turn.reply;
}
