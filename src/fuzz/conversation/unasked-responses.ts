import type { Transcript } from "../../driver/transcript.js";
import type { Frame } from "../../wire/frame.js";

/** A response of the subject that no request of ours is left for. */
export type Unasked =
  | { readonly kind: "second"; readonly method: string; readonly frames: readonly Frame[] }
  /** With id null, right behind a notification of ours. */
  | { readonly kind: "to-notification"; readonly method: string; readonly frames: readonly Frame[] }
  | { readonly kind: "foreign"; readonly id: string; readonly frames: readonly Frame[] };

const SHOWN_FRAMES = 4;

/** The responses that no request of ours asked for: a second one, one with a foreign id, one to a notification. */
export function unaskedResponses(transcript: Transcript): Unasked[] {
  const open = new Map<string, number>();
  const methods = new Map<string, string>();
  let told: Frame | undefined;
  return transcript.frames.flatMap((frame): Unasked[] => {
    const { message, direction } = frame;
    if (direction !== transcript.subject) {
      if (message.kind === "notification") told = frame;
      if (message.kind !== "request") return [];
      open.set(message.id.key, (open.get(message.id.key) ?? 0) + 1);
      methods.set(message.id.key, message.method);
      return [];
    }
    if (message.kind !== "response") return [];
    const { key, raw, type } = message.id;
    const waiting = open.get(key) ?? 0;
    open.set(key, Math.max(0, waiting - 1));
    if (waiting > 0) return [];
    const method = methods.get(key);
    if (method !== undefined)
      return [{ kind: "second", method, frames: framesWith(key, transcript).slice(0, SHOWN_FRAMES) }];
    if (type === "null" && told?.message.kind === "notification")
      return [{ kind: "to-notification", method: told.message.method, frames: [told, frame] }];
    return [{ kind: "foreign", id: raw, frames: [frame] }];
  });
}

/** The requests of ours with this id, and the responses to them. */
function framesWith(key: string, transcript: Transcript): Frame[] {
  return transcript.frames.filter(({ message, direction }) => {
    const isOurs = direction !== transcript.subject;
    return message.kind === (isOurs ? "request" : "response") && message.id.key === key;
  });
}
