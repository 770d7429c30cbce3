import type { Direction } from "../../wire/direction.js";
import { canonicalString } from "../canonical/canonical-string.js";
import type { JudgedFrame } from "../frame/line-judge.js";
import type { Link } from "./chain.js";

/** Fields that the chain itself writes; a payload cannot hold them. */
export const CHAIN_FIELDS: ReadonlySet<string> = new Set([
  "ts",
  "elapsed_s",
  "index",
  "prev_hash",
  "payload_hash",
  "event_hash",
]);

/** When a row was made, as numbers are spelled: seconds since 1970, and since the journal was opened. */
export interface RowTime {
  readonly ts: string;
  readonly elapsedS: string;
}

/** What one row says: its event type, its payload in canonical form, and the same members without the event type. */
export interface RowBody {
  readonly event: string;
  readonly payload: string;
  readonly fields: string;
}

/** The event types that this project writes; the published format has the first alone. */
export const EVENTS = {
  frame: "acp_event",
  refused: "acp_refused",
  dropped: "acp_dropped",
  lost: "acp_lost",
  resumed: "acp_resumed",
} as const;

/** The body of an accepted frame. Its members are in canonical order, so that the row holds the payload's own text. */
export function frameBody(
  frame: JudgedFrame,
  direction: Direction,
  seq: number,
  contentHash: string,
): RowBody {
  const { kind, canonical, end } = frame;
  const method = frame.method === null ? "null" : canonicalString(frame.method);
  const stopReason = end.stopReason === "" ? '""' : canonicalString(end.stopReason);
  const before = `"acp_direction":"${direction}","acp_kind":"${kind}","acp_method":${method},"acp_seq":${seq},"content_hash":"${contentHash}",`;
  const after = `"frame":${canonical},"stop_reason":${stopReason},"terminal":${end.isTerminal}`;
  return { event: EVENTS.frame, payload: framePayload(before, after), fields: before + after };
}

/** The payload of a frame row in canonical form, from its members before and after its event type. */
export function framePayload(before: string, after: string): string {
  return `{${before}"event":"${EVENTS.frame}",${after}}`;
}

/** One row of the journal, without its line end; ASCII. */
export function printRow({ ts, elapsedS }: RowTime, { event, fields }: RowBody, link: Link): string {
  const { index, prevHash, payloadHash, eventHash } = link;
  return `{"ts":${ts},"elapsed_s":${elapsedS},"index":${index},"event":"${event}","prev_hash":"${prevHash}","payload_hash":"${payloadHash}","event_hash":"${eventHash}",${fields}}`;
}
