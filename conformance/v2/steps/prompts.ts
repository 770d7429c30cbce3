import type { Transcript } from "../../../src/driver/transcript.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json, JsonObject } from "../../../src/wire/message.js";
import { answersIn } from "../../scenarios/steps/messages.js";
import { member } from "../../scenarios/steps/reply.js";
import { type Update, updatesIn } from "../../scenarios/steps/turn.js";

/** A prompt that was answered, with the updates of its session from then until the next prompt of the session. */
export interface Prompted {
  readonly sessionId: Json | undefined;
  readonly request: Frame;
  readonly response: Frame;
  readonly value: JsonObject;
  readonly updates: readonly Update[];
  /** Was the session at work already, or another prompt of it open? Then what is seen may belong to that. */
  readonly isAlone: boolean;
}

/** The answered prompts of a connection. */
export function promptsIn(transcript: Transcript): Prompted[] {
  const all = updatesIn(transcript);
  const asked = transcript.of("c2a").filter(isPrompt);
  const answered = answersIn(transcript).filter(({ method }) => method === "session/prompt");
  return answered.map(({ request, frame, value }) => {
    const sessionId = sessionOf(request);
    const others = asked.filter((each) => each !== request && sessionOf(each) === sessionId);
    const next = others.find(({ number }) => number > request.number)?.number ?? Number.POSITIVE_INFINITY;
    const own = all.filter((update) => update.sessionId === sessionId);
    const before = own.filter((update) => update.frame.number < request.number);
    const updates = own.filter(
      (update) => update.frame.number > request.number && update.frame.number < next,
    );
    const isAlone = frame.number < next && !isBusy(before);
    return { sessionId, request, response: frame, value, updates, isAlone };
  });
}

/** The sessions that were resumed: what is reported of them may have begun on another connection. */
export function resumedIn(transcript: Transcript): ReadonlySet<Json | undefined> {
  const resumes = transcript
    .of("c2a")
    .filter(({ message }) => message.kind === "request" && message.method === "session/resume");
  return new Set(resumes.map(sessionOf));
}

/** Does this update say that the session is at work? */
export function saysBusy({ kind, update }: Update): boolean {
  return kind === "state_update" && (update["state"] === "running" || update["state"] === "requires_action");
}

/** Does this update say that the session is idle? */
export function saysIdle({ kind, update }: Update): boolean {
  return kind === "state_update" && update["state"] === "idle";
}

/** Is this the user's message, or a part of it? */
export function isUserMessage({ kind }: Update): boolean {
  return kind === "user_message" || kind === "user_message_chunk";
}

function isBusy(updates: readonly Update[]): boolean {
  const last = updates.filter(({ kind }) => kind === "state_update").at(-1);
  return last !== undefined && !saysIdle(last);
}

function isPrompt({ message }: Frame): boolean {
  return message.kind === "request" && message.method === "session/prompt";
}

function sessionOf({ message }: Frame): Json | undefined {
  return message.kind === "request" ? member(message.params, "sessionId") : undefined;
}
