import { sha256 } from "./sha256.js";

/** The `prev_hash` of a journal's first row, and the head of an empty one. */
export const GENESIS = "";

/** The hashes of one row. */
export interface Link {
  readonly index: number;
  readonly prevHash: string;
  readonly payloadHash: string;
  readonly eventHash: string;
}

/** What one row commits to: its event type, its place, its payload and the row before it. */
export function eventHash(event: string, index: number, payloadHash: string, prevHash: string): string {
  // Canonical as it stands: the keys are in order, and event types are words.
  return sha256(
    `{"event_type":"${event}","index":${index},"payload_hash":"${payloadHash}","prev_hash":"${prevHash}"}`,
  );
}

/** The link that follows `head` at `index` for a payload in canonical form. */
export function linkOf(event: string, payload: string, index: number, head: string): Link {
  const payloadHash = sha256(payload);
  return { index, prevHash: head, payloadHash, eventHash: eventHash(event, index, payloadHash, head) };
}
