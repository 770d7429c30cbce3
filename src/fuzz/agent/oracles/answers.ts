import type { Frame } from "../../../wire/frame.js";
import type { Asked } from "../play/asked-requests.js";
import type { Played } from "../play/played.js";
import { type Sighting, saysLines, unlessOdd } from "./sighting.js";

export const ANSWERS_EVERY_REQUEST = "agent.fuzz.answers-every-request";
export const ONE_RESPONSE = "agent.fuzz.one-response";
export const NO_STRAY_RESPONSE = "agent.fuzz.no-stray-response";
export const SILENT_ON_NOTIFICATIONS = "agent.fuzz.silent-on-notifications";

/** A request without its response, although the agent answered a later one (JSON-RPC 2.0, section 5). */
export function lostResponses(played: Played): Sighting[] {
  // Of two requests with one id nobody can tell which was answered.
  const isClear = ({ id }: Asked): boolean => played.asked.filter((one) => one.id === id).length === 1;
  return played.unanswered.filter(isClear).map(({ method, frame }) => ({
    checkId: unlessOdd(ANSWERS_EVERY_REQUEST, played),
    family: `lost ${method}`,
    expected: `a response to ${method}, once the turn was cancelled and the agent's requests were answered`,
    actual: "none, while later requests were answered",
    frames: [frame],
  }));
}

/** Responses that no request of ours asked for: a second one, one with a foreign id, one to a notification. */
export function straySightings(played: Played): Sighting[] {
  if (saysLines(played)) return [];
  const open = new Map<string, number>();
  const methods = new Map<string, string>();
  let told: Frame | undefined;
  return played.transcript.frames.flatMap((frame): Sighting[] => {
    const { message, direction } = frame;
    if (direction === "c2a") {
      if (message.kind === "notification") told = frame;
      if (message.kind !== "request") return [];
      open.set(message.id.key, (open.get(message.id.key) ?? 0) + 1);
      methods.set(message.id.key, message.method);
      return [];
    }
    if (message.kind !== "response") return [];
    const { key, raw, type } = message.id;
    const waiting = open.get(key) ?? 0;
    if (waiting > 0) {
      open.set(key, waiting - 1);
      return [];
    }
    const method = methods.get(key);
    if (method !== undefined) return [second(method, frame, played)];
    return [unasked({ raw, isNull: type === "null" }, frame, told, played)];
  });
}

function second(method: string, frame: Frame, { transcript }: Played): Sighting {
  const { message } = frame;
  const isSame = (each: Frame): boolean =>
    each.message.kind !== "notification" &&
    each.message.kind !== "malformed" &&
    message.kind === "response" &&
    each.message.id.key === message.id.key &&
    (each.direction === "a2c") === (each.message.kind === "response");
  return {
    checkId: ONE_RESPONSE,
    family: `second response ${method}`,
    expected: `one response to ${method}`,
    actual: "another one",
    frames: transcript.frames.filter(isSame).slice(0, 4),
  };
}

function unasked(
  { raw, isNull }: { readonly raw: string; readonly isNull: boolean },
  frame: Frame,
  told: Frame | undefined,
  played: Played,
): Sighting {
  if (isNull && told?.message.kind === "notification") {
    const { method } = told.message;
    return {
      checkId: unlessOdd(SILENT_ON_NOTIFICATIONS, played),
      family: `answered ${method}`,
      expected: `silence on the notification ${method}`,
      actual: "a response with id null",
      frames: [told, frame],
    };
  }
  return {
    checkId: unlessOdd(NO_STRAY_RESPONSE, played),
    family: "stray response",
    expected: "only ids of requests that the client sent",
    actual: `a response with id ${raw}`,
    frames: [frame],
  };
}
