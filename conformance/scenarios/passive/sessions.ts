import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import { type Answered, answersIn, answersOfClientIn, requestsIn } from "../steps/messages.js";
import { onEach } from "../steps/passive.js";
import { replayedIn } from "../steps/replays.js";
import { at, member, shortly } from "../steps/reply.js";
import { type Update, updatesIn } from "../steps/turn.js";

/** Which sessions, messages and turns the agent speaks of (docs/protocol/v1/session-setup.mdx, prompt-turn.mdx). */
export const sessionChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.updates.session-known", updatesWithSession, ({ update, isKnown }) =>
    isKnown
      ? undefined
      : {
          expected: "an update of a session that the client knows already",
          actual: `session ${shortly(update.sessionId)}`,
          frames: [update.frame],
        },
  ),
  onEach("acp.v1.permission.session-id", permissionSessions, ({ frame, sessionId, isKnown }) =>
    isKnown
      ? undefined
      : {
          expected: "a session of this connection",
          actual: `session ${shortly(sessionId)}`,
          frames: [frame],
        },
  ),
  onEach("acp.v1.stop.cancelled-only-when-cancelled", promptAnswers, ({ answer, mayCancel }) => {
    const isCancelled = at(answer.value, "result", "stopReason") === "cancelled";
    return isCancelled && !mayCancel
      ? {
          expected: "another stop reason, since nobody cancelled the turn",
          actual: 'stopReason "cancelled"',
          frames: [answer.request, answer.frame],
        }
      : undefined;
  }),
  onEach("acp.v1.updates.message-id-grouping", chunksWithId, ({ update, other }) =>
    other !== undefined && other.kind !== update.kind
      ? {
          expected: "one messageId for the chunks of one message",
          actual: `${shortly(update.update["messageId"])} for ${other.kind} and ${update.kind}`,
          frames: [other.frame, update.frame],
        }
      : undefined,
  ),
  onEach("acp.v1.updates.message-id-unique", chunksWithId, ({ update, other, isLaterTurn }) =>
    other !== undefined && isLaterTurn
      ? {
          expected: "a messageId that no message of an earlier turn has",
          actual: `${shortly(update.update["messageId"])} again`,
          frames: [other.frame, update.frame],
        }
      : undefined,
  ),
  onEach("acp.v1.updates.message-id-user", userChunks, ({ frame, update }) =>
    typeof update["messageId"] === "string"
      ? undefined
      : {
          expected: "a messageId on user messages too, since other messages have one",
          actual: `messageId ${shortly(update["messageId"])}`,
          frames: [frame],
        },
  ),
];

/** The user messages of an agent that gives its own messages ids. */
function userChunks(transcript: Transcript): Update[] {
  const chunks = updatesIn(transcript).filter(({ kind }) => kind.endsWith("_chunk"));
  const hasIds = chunks.some(
    ({ kind, update }) => kind.startsWith("agent_") && typeof update["messageId"] === "string",
  );
  return hasIds ? chunks.filter(({ kind }) => kind === "user_message_chunk") : [];
}

/** When each session became known: with the response that made it, or with a request of the client that names it. */
export function knownSessions(transcript: Transcript): { id: Json | undefined; number: number }[] {
  const made = answersIn(transcript).map(({ frame, value }) => ({
    id: at(value, "result", "sessionId"),
    number: frame.number,
  }));
  const named = transcript.of("c2a").map((frame) => ({
    id: frame.message.kind === "request" ? member(frame.message.params, "sessionId") : undefined,
    number: frame.number,
  }));
  return [...made, ...named].filter(({ id }) => id !== undefined);
}

function updatesWithSession(transcript: Transcript): { update: Update; isKnown: boolean }[] {
  const known = knownSessions(transcript);
  return updatesIn(transcript).map((update) => ({
    update,
    isKnown: known.some(({ id, number }) => id === update.sessionId && number < update.frame.number),
  }));
}

function permissionSessions(
  transcript: Transcript,
): { frame: Frame; sessionId: Json | undefined; isKnown: boolean }[] {
  const known = knownSessions(transcript);
  return requestsIn(transcript)
    .filter(({ method }) => method === "session/request_permission")
    .map(({ frame, params }) => {
      const sessionId = member(params, "sessionId");
      return {
        frame,
        sessionId,
        isKnown: known.some(({ id, number }) => id === sessionId && number < frame.number),
      };
    });
}

/**
 * Anything that the client sent before the response and that may cancel a turn counts, whatever it names; so does that it has
 * closed the agent's stdin, since an agent that nobody listens to may end what it does.
 */
function promptAnswers(transcript: Transcript): { answer: Answered; mayCancel: boolean }[] {
  const asked = transcript
    .of("c2a")
    .filter(({ message }) => "method" in message && CANCELLING.has(message.method));
  // To say that a permission request was cancelled tells the agent the same of its turn, and an error may mean it.
  const told = answersOfClientIn(transcript)
    .filter(
      ({ method, value }) =>
        at(value, "result", "outcome", "outcome") === "cancelled" ||
        (method === "session/request_permission" && "error" in value),
    )
    .map(({ frame }) => frame);
  const cancels = [...asked, ...told];
  return answersIn(transcript)
    .filter(({ method }) => method === "session/prompt")
    .map((answer) => ({
      answer,
      mayCancel:
        !transcript.wasOpen("c2a", answer.frame) ||
        cancels.some(({ number }) => number < answer.frame.number),
    }));
}

const CANCELLING: ReadonlySet<string> = new Set([
  "session/cancel",
  "$/cancel_request",
  "session/close",
  "session/delete",
  "logout",
]);

interface Chunk {
  readonly update: Update;
  /** An earlier chunk of the session with the same messageId. */
  readonly other: Update | undefined;
  /** A turn ended in between. */
  readonly isLaterTurn: boolean;
}

function chunksWithId(transcript: Transcript): Chunk[] {
  const ends = answersIn(transcript).filter(({ method }) => method === "session/prompt");
  const isReplayed = replayedIn(transcript);
  const seen = new Map<string, Update>();
  return updatesIn(transcript).flatMap((update) => {
    if (isReplayed(update.frame)) return [];
    const messageId = update.update["messageId"];
    if (!update.kind.endsWith("message_chunk") && !update.kind.endsWith("thought_chunk")) return [];
    if (typeof messageId !== "string") return [];
    const key = JSON.stringify([update.sessionId, messageId]);
    const other = seen.get(key);
    seen.set(key, update);
    // The next turn begins with a prompt, so late chunks of a turn that is over are no new message.
    const isLaterTurn = ends.some(
      ({ frame }) =>
        other !== undefined && frame.number > other.frame.number && frame.number < update.frame.number,
    );
    return [{ update, other, isLaterTurn: isLaterTurn && hasPromptBetween(transcript, other, update) }];
  });
}

function hasPromptBetween(transcript: Transcript, left: Update | undefined, right: Update): boolean {
  return transcript
    .of("c2a")
    .some(
      ({ number, message }) =>
        number > (left?.frame.number ?? 0) &&
        number < right.frame.number &&
        message.kind === "request" &&
        message.method === "session/prompt" &&
        member(message.params, "sessionId") === right.sessionId,
    );
}
