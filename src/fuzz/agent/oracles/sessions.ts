import type { Frame } from "../../../wire/frame.js";
import { isJsonObject, type Json } from "../../../wire/message.js";
import type { Sighting } from "../../conversation/sighting.js";
import type { Asked } from "../play/asked-requests.js";
import type { Played } from "../play/played.js";
import { marksIn } from "../play/prompts.js";
import { saysLines } from "./odd-input.js";

export const SESSION_LEAK = "agent.fuzz.session-leak";
export const CANCEL_SCOPE = "agent.fuzz.cancel-scope";
export const CANCELLED_UNASKED = "acp.v1.stop.cancelled-only-when-cancelled";
export const LATE_UPDATES = "acp.v1.cancel.agent-updates-before-response";

/** Text of one session's prompt in what the agent says of another one. */
export function leakSightings({ transcript, sessions }: Played): Sighting[] {
  return transcript.of("a2c").flatMap((frame): Sighting[] => {
    const sessionId = memberOf(frame, "sessionId");
    const owner = typeof sessionId === "string" ? sessions.get(sessionId) : undefined;
    if (owner === undefined) return [];
    const foreign = [...marksIn(frame.text)].find((session) => session !== owner);
    if (foreign === undefined) return [];
    const prompt = transcript.of("c2a").find(({ text }) => marksIn(text).has(foreign));
    return [
      {
        checkId: SESSION_LEAK,
        family: "leak",
        expected: "nothing of another session's prompt",
        actual: "text of another session's prompt",
        frames: prompt === undefined ? [frame] : [prompt, frame],
      },
    ];
  });
}

/** A turn that ends as cancelled although nothing of the client's says so of its session. */
export function cancelSightings(played: Played): Sighting[] {
  if (saysLines(played)) return [];
  return turnsOf(played, "cancelled").flatMap(({ asked, reply }): Sighting[] => {
    const before = played.transcript.of("c2a").filter(({ number }) => number < reply.number);
    const isCause = (frame: Frame): boolean => mayCancel(frame, asked) && !isOver(frame, asked, played);
    if (before.some(isCause)) return [];
    const other = before.find(
      ({ message, number }) =>
        number > asked.frame.number && message.kind === "notification" && message.method === "session/cancel",
    );
    return [
      {
        checkId: other === undefined ? CANCELLED_UNASKED : CANCEL_SCOPE,
        family: "cancelled unasked",
        expected: "another stop reason: the client cancelled nothing in this session",
        actual: 'stopReason "cancelled"',
        frames: [asked.frame, ...(other === undefined ? [] : [other]), reply],
      },
    ];
  });
}

/** Output of a turn behind the response that says it was cancelled. */
export function lateSightings(played: Played): Sighting[] {
  if (saysLines(played)) return [];
  return turnsOf(played, "cancelled").flatMap(({ asked, reply }): Sighting[] => {
    const late = played.transcript
      .of("a2c")
      .find((frame) => frame.number > reply.number && isOutputOf(frame, asked));
    // Whatever else the client asked of this session may have brought it about.
    const isOnlyRequest = played.asked.every((one) => one === asked || one.sessionId !== asked.sessionId);
    if (late === undefined || !isOnlyRequest) return [];
    return [
      {
        checkId: LATE_UPDATES,
        family: "late update",
        expected: "every update of a cancelled turn in front of its response",
        actual: "an update behind it",
        frames: [asked.frame, reply, late],
      },
    ];
  });
}

/** The prompts that were answered with this stop reason; a pairing that is a guess is left out. */
function turnsOf({ asked }: Played, stopReason: string): { asked: Asked; reply: Frame }[] {
  return asked.flatMap((one) => {
    const { reply, method, id } = one;
    const isClear = asked.filter((other) => other.id === id).length === 1;
    if (method !== "session/prompt" || reply?.message.kind !== "response" || !isClear) return [];
    const { result } = reply.message.value;
    return isJsonObject(result) && result["stopReason"] === stopReason ? [{ asked: one, reply }] : [];
  });
}

/** May this frame of the client end the turn? Everything that names its session does, and what speaks of cancelling. */
function mayCancel(frame: Frame, { frame: prompt, sessionId, id }: Asked): boolean {
  const { message } = frame;
  if (frame === prompt || message.kind === "malformed") return false;
  // A refused permission request may end the turn as well as one whose outcome is cancelled.
  if (message.kind === "response")
    return frame.number > prompt.number && ("error" in message.value || frame.text.includes("cancelled"));
  if (message.method === "$/cancel_request") return memberOf(frame, "requestId") === id;
  return memberOf(frame, "sessionId") === sessionId && CANCELLING.has(message.method);
}

/**
 * Was it said before the prompt, and done with by then? Nothing of the session was open any more, and either it had ended
 * a turn as cancelled, or something sent behind it was answered.
 */
function isOver({ number }: Frame, { frame: prompt, sessionId }: Asked, played: Played): boolean {
  if (number > prompt.number) return false;
  const { asked } = played;
  const isAnswered = ({ reply }: Asked): boolean =>
    (reply?.number ?? Number.POSITIVE_INFINITY) < prompt.number;
  const wasQuiet = asked.every(
    (one) => one.sessionId !== sessionId || one.frame.number >= prompt.number || isAnswered(one),
  );
  const hasEnded = turnsOf(played, "cancelled").some(
    (turn) => turn.asked.sessionId === sessionId && turn.reply.number > number && isAnswered(turn.asked),
  );
  return wasQuiet && (hasEnded || asked.some((one) => one.frame.number > number && isAnswered(one)));
}

const CANCELLING: ReadonlySet<string> = new Set([
  "session/cancel",
  // What a second prompt does to the turn of the first is not laid down.
  "session/prompt",
  "session/close",
  "session/delete",
  "session/load",
  "session/resume",
]);

const TURN_OUTPUT: ReadonlySet<Json | undefined> = new Set([
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "tool_call_update",
  "plan",
]);

function isOutputOf(frame: Frame, { sessionId }: Asked): boolean {
  const update = memberOf(frame, "update");
  return (
    frame.message.kind === "notification" &&
    memberOf(frame, "sessionId") === sessionId &&
    isJsonObject(update) &&
    TURN_OUTPUT.has(update["sessionUpdate"])
  );
}

function memberOf({ message }: Frame, name: string): Json | undefined {
  return "params" in message && isJsonObject(message.params) ? message.params[name] : undefined;
}
