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

/** What one row says: its event type, its payload in canonical form, and the same fields in the order of the row. */
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

/** The parts of a frame row as JSON spells them; names without quotes are words. */
export interface FrameParts {
  readonly direction: string;
  readonly kind: string;
  readonly method: string;
  readonly seq: string;
  readonly contentHash: string;
  readonly frame: string;
  readonly stopReason: string;
  readonly isTerminal: string;
}

/** The body of an accepted frame. */
export function frameBody(
  frame: JudgedFrame,
  direction: Direction,
  seq: number,
  contentHash: string,
): RowBody {
  const { kind, canonical, end } = frame;
  const parts: FrameParts = {
    direction,
    kind,
    method: frame.method === null ? "null" : canonicalString(frame.method),
    seq: String(seq),
    contentHash,
    frame: canonical,
    stopReason: end.stopReason === "" ? '""' : canonicalString(end.stopReason),
    isTerminal: end.isTerminal ? "true" : "false",
  };
  return { event: EVENTS.frame, payload: framePayload(parts), fields: frameFields(parts) };
}

/** The payload of a frame row in canonical form. */
export function framePayload(parts: FrameParts): string {
  const { direction, kind, method, seq, contentHash, frame, stopReason, isTerminal } = parts;
  return `{"acp_direction":"${direction}","acp_kind":"${kind}","acp_method":${method},"acp_seq":${seq},"content_hash":"${contentHash}","event":"${EVENTS.frame}","frame":${frame},"stop_reason":${stopReason},"terminal":${isTerminal}}`;
}

function frameFields(parts: FrameParts): string {
  const { direction, kind, method, seq, contentHash, frame, stopReason, isTerminal } = parts;
  return `"acp_seq":${seq},"acp_kind":"${kind}","acp_method":${method},"acp_direction":"${direction}","content_hash":"${contentHash}","terminal":${isTerminal},"stop_reason":${stopReason},"frame":${frame}`;
}

/** One row of the journal, without its line end; ASCII. */
export function printRow({ ts, elapsedS }: RowTime, { event, fields }: RowBody, link: Link): string {
  const { index, prevHash, payloadHash, eventHash } = link;
  return `{"ts":${ts},"elapsed_s":${elapsedS},"index":${index},"event":"${event}","prev_hash":"${prevHash}","payload_hash":"${payloadHash}","event_hash":"${eventHash}",${fields}}`;
}
