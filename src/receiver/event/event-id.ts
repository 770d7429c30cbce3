import { Buffer } from "node:buffer";
import type { Position } from "./event.js";

const UNSAFE = /[^\x21-\x24\x26-\x7e]/gu;

/**
 * The SSE id of an event, `session:epoch:seq`. An id travels in a header and must hold no line end, so what is not a
 * printable ASCII character, and `%`, is percent-encoded.
 */
export function eventId({ session, epoch, seq }: Position): string {
  return `${encodedSession(session)}:${epoch}:${seq}`;
}

/** A session's name as it stands in an id. */
export function encodedSession(session: string): string {
  return session.replace(UNSAFE, percentEncoded);
}

/** Reads an id; undefined where it is none. The session may hold colons of its own. */
export function readEventId(id: string): Position | undefined {
  const [, session, epoch, seq] = /^(.+):(\d+):(\d+)$/s.exec(id) ?? [];
  if (session === undefined) return undefined;
  const place = { epoch: Number(epoch), seq: Number(seq) };
  if (!Number.isSafeInteger(place.epoch) || !Number.isSafeInteger(place.seq)) return undefined;
  return { session: decoded(session), ...place };
}

function decoded(session: string): string {
  try {
    return decodeURIComponent(session);
  } catch {
    // Written by hand, with a "%" that is only itself.
    return session;
  }
}

/** Each byte of the text as `%XX`. */
export function percentEncoded(text: string): string {
  return Buffer.from(text).toString("hex").toUpperCase().replace(/../g, "%$&");
}
