import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import type { Json } from "../../../../src/wire/message.js";
import { resultsOf } from "../../../scenarios/steps/messages.js";
import { noteEach, onEach } from "../../../scenarios/steps/passive.js";
import { at, items, member, shortly } from "../../../scenarios/steps/reply.js";
import { onResult } from "../../../scenarios/steps/schema-check.js";
import type { Update } from "../../../scenarios/steps/turn.js";
import { isUserMessage, type Prompted, promptsIn, saysBusy, saysIdle } from "../../steps/prompts.js";

/**
 * What a prompt is answered with, and what is told of it and of the work behind it
 * (docs/protocol/v2/prompt-lifecycle.mdx, "2. Prompt Accepted" to "4. Report Completion"; schema PromptResponse).
 */
export const promptChecks: readonly PassiveCheck[] = [
  onEach("acp.v2.prompt.response-message-id", accepted, ({ request, response, value, updates, isAlone }) => {
    const id = at(value, "result", "messageId");
    const frames = [request, response];
    if (typeof id !== "string") return { expected: "a messageId", actual: shortly(id), frames };
    const messages = isAlone ? updates.filter(isUserMessage) : [];
    return messages.length === 0 || messages.some(({ update }) => update["messageId"] === id)
      ? undefined
      : {
          expected: `messageId ${shortly(id)} on the user message, as in the response`,
          actual: shortly(messages[0]?.update["messageId"]),
          frames: [...frames, ...messages.map(({ frame }) => frame).slice(0, 1)],
        };
  }),
  noteEach(
    "acp.v2.prompt.response-body-aug",
    accepted,
    ({ value }) =>
      Object.keys(Object(value["result"])).length === 0 ? undefined : "prompts are answered with a messageId",
    "prompts are answered with an empty object",
  ),
  onEach("acp.v2.prompt.no-stop-reason", accepted, ({ request, response, value }) =>
    at(value, "result", "stopReason") === undefined
      ? undefined
      : {
          expected: "no stopReason, since the response ends nothing",
          actual: `stopReason ${shortly(at(value, "result", "stopReason"))}`,
          frames: [request, response],
        },
  ),
  onEach("acp.v2.prompt.user-message-reported", ended, ({ request, response, updates, end }) =>
    updates.some(isUserMessage)
      ? undefined
      : {
          expected: "user_message or user_message_chunk for an accepted prompt",
          actual: "neither until the work has ended",
          frames: [request, response, end.frame],
        },
  ),
  onEach("acp.v2.prompt.error-means-not-inserted", refused, ({ request, response, updates }) => {
    const message = updates.find((update) => isUserMessage(update) && update.frame.number < response.number);
    return message === undefined
      ? undefined
      : {
          expected: "no user message of a prompt that is answered with an error",
          actual: shortly(message.update["messageId"]),
          frames: [request, message.frame, response],
        };
  }),
  onEach("acp.v2.messages.id-space", secondPrompts, ({ id, before, response }) =>
    before.includes(id)
      ? {
          expected: "a messageId that no other user message of the session has",
          actual: shortly(id),
          frames: [response],
        }
      : undefined,
  ),
];

/** What state_update tells of the work behind prompts (docs/protocol/v2/prompt-lifecycle.mdx, "Session States"). */
export const stateChecks: readonly PassiveCheck[] = [
  onEach("acp.v2.state.running", ended, ({ request, updates, end }) =>
    updates.some(saysBusy)
      ? undefined
      : {
          expected: "running between the prompt and the end of the work",
          actual: "no state_update but idle",
          frames: [request, end.frame],
        },
  ),
  onEach("acp.v2.state.idle-stop-reason-nov", transitions, ({ idle, busy }) =>
    (idle.update["stopReason"] ?? null) === null
      ? {
          expected: "a stopReason where idle ends foreground work",
          actual: "none",
          frames: [busy.frame, idle.frame],
        }
      : undefined,
  ),
];

/** What session/list gives (docs/protocol/v2/session-list.mdx, "Listing Sessions"; schema ListSessionsResponse). */
export const sessionListChecks: readonly PassiveCheck[] = [
  onResult(
    "acp.v2.session.list-malformed-cursor",
    "session/list",
    ({ segments }) => segments[0] === "nextCursor",
  ),
  onEach("acp.v2.session.list-timestamps", timestamps, ({ updatedAt, frames }) =>
    typeof updatedAt === "string" && RFC_3339.test(updatedAt)
      ? undefined
      : { expected: "updatedAt as RFC 3339 has it", actual: shortly(updatedAt), frames },
  ),
];

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

function accepted(transcript: Transcript): Prompted[] {
  return promptsIn(transcript).filter(({ value }) => "result" in value);
}

function refused(transcript: Transcript): Prompted[] {
  return promptsIn(transcript).filter(({ value, isAlone }) => "error" in value && isAlone);
}

/** Accepted prompts whose work has ended, as far as can be told: with a stop reason, and nothing that begins again. */
function ended(transcript: Transcript): (Prompted & { readonly end: Update })[] {
  return accepted(transcript).flatMap((prompted) => {
    const end = prompted.updates.find(
      (update) => saysIdle(update) && (update.update["stopReason"] ?? null) !== null,
    );
    return end === undefined || !prompted.isAlone ? [] : [{ ...prompted, end }];
  });
}

function secondPrompts(transcript: Transcript): { id: Json; before: Json[]; response: Frame }[] {
  const seen = new Map<string, Json[]>();
  return accepted(transcript).flatMap(({ sessionId, value, response }) => {
    const id = at(value, "result", "messageId") ?? null;
    const key = JSON.stringify(sessionId);
    const before = seen.get(key) ?? [];
    seen.set(key, [...before, id]);
    return id === null || before.length === 0 ? [] : [{ id, before, response }];
  });
}

/** Each idle that follows work of the same session, with the last word of that work. */
function transitions(transcript: Transcript): { idle: Update; busy: Update }[] {
  return accepted(transcript).flatMap(({ updates }) => {
    const states = updates.filter(({ kind }) => kind === "state_update");
    return states.flatMap((idle, place) => {
      const busy = states[place - 1];
      return saysIdle(idle) && busy !== undefined && saysBusy(busy) ? [{ idle, busy }] : [];
    });
  });
}

function timestamps(transcript: Transcript): { updatedAt: Json; frames: readonly Frame[] }[] {
  return resultsOf(transcript, "session/list").flatMap(({ request, frame, result }) =>
    items(result["sessions"]).flatMap((session) => {
      const updatedAt = member(session, "updatedAt") ?? null;
      return updatedAt === null ? [] : [{ updatedAt, frames: [request, frame] }];
    }),
  );
}
