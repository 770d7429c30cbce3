import type { Buffer } from "node:buffer";
import { payloadOf } from "./body-of.js";
import { eventHash, GENESIS } from "./chain.js";
import { memberText, readRow, type StoredRow } from "./read-row.js";
import { EVENTS, framePayload, printRow, type RowTime } from "./row.js";
import { rowText } from "./row-text.js";
import { sealLine } from "./seal.js";
import { sha256 } from "./sha256.js";

/** What is wrong with a row. */
export type RowFault =
  | "unreadable row"
  | "prev_hash break"
  | "index break"
  | "content_hash mismatch"
  | "payload_hash mismatch"
  | "event_hash mismatch"
  | "row is spelled otherwise than it was written";

/** The first row that is not as it was written. */
export interface Broken {
  readonly fault: RowFault;
  readonly expected: string;
  readonly actual: string;
}

/** A row that keeps its place in the chain. */
export interface CheckedRow {
  readonly isFrame: boolean;
  /** This project's own kind of row, which has a second seal. */
  readonly isOwn: boolean;
  readonly eventHash: string;
  /** The line that a seal file holds for it. */
  readonly sealLine: string;
}

/** The head of a frame row as this project spells it, up to the frame. */
const HEAD =
  /\{"ts":([\d.]+),"elapsed_s":([\d.]+),"index":(\d+),"event":"acp_event","prev_hash":"([0-9a-f]*)","payload_hash":"([0-9a-f]{64})","event_hash":"([0-9a-f]{64})","acp_seq":(\d+),"acp_kind":"(\w+)","acp_method":(null|"(?:[^"\\]|\\.)*"),"acp_direction":"(\w+)","content_hash":"([0-9a-f]{64})","terminal":(true|false),"stop_reason":("(?:[^"\\]|\\.)*"),"frame":/y;

/** Walks the rows of a journal and recomputes every hash, the frame's first. */
export class RowChecker {
  #count = 0;
  #head: string = GENESIS;

  get count(): number {
    return this.#count;
  }

  /** Checks the next row. */
  check(bytes: Buffer): CheckedRow | Broken {
    const text = rowText(bytes);
    const checked = text === undefined ? unreadable("not UTF-8") : (this.#quick(text) ?? this.#whole(text));
    if ("fault" in checked) return checked;
    this.#count += 1;
    this.#head = checked.eventHash;
    return checked;
  }

  /** The common case without parsing: equal hashes of equal bytes. Undefined when anything is unusual. */
  #quick(text: string): CheckedRow | undefined {
    HEAD.lastIndex = 0;
    const match = HEAD.exec(text);
    if (match === null || !text.endsWith("}")) return undefined;
    const [, ts = "", elapsedS = "", index, prevHash, payloadHash = "", stored = ""] = match;
    const [
      seq = "",
      kind = "",
      method = "",
      direction = "",
      contentHash = "",
      isTerminal = "",
      stopReason = "",
    ] = match.slice(7);
    const frame = text.slice(HEAD.lastIndex, -1);
    if (prevHash !== this.#head || index !== String(this.#count) || sha256(frame) !== contentHash)
      return undefined;
    const payload = framePayload({
      direction,
      kind,
      method,
      seq,
      contentHash,
      frame,
      stopReason,
      isTerminal,
    });
    if (sha256(payload) !== payloadHash) return undefined;
    if (eventHash(EVENTS.frame, this.#count, payloadHash, this.#head) !== stored) return undefined;
    return { isFrame: true, isOwn: true, eventHash: stored, sealLine: sealLine({ ts, elapsedS }, stored) };
  }

  /** Any row of any writer, and the first reason why it does not fit. */
  #whole(text: string): CheckedRow | Broken {
    const row = readRow(text);
    if (row === undefined) return unreadable(text.slice(0, 40));
    if (row.prevHash !== this.#head)
      return { fault: "prev_hash break", expected: this.#head, actual: row.prevHash };
    const payload = payloadOf(row.event, row.members);
    const payloadHash = sha256(payload);
    const expected = eventHash(row.event, this.#count, payloadHash, this.#head);
    const frame = memberText(row, "frame");
    const isFrame = row.event === EVENTS.frame;
    if (isFrame && frame !== undefined) {
      const contentHash = memberText(row, "content_hash") ?? "";
      const actual = `"${sha256(frame)}"`;
      if (contentHash !== actual) return mismatch("content_hash mismatch", actual, contentHash);
    }
    if (row.payloadHash !== payloadHash)
      return mismatch("payload_hash mismatch", payloadHash, row.payloadHash);
    if (row.eventHash !== expected) return mismatch("event_hash mismatch", expected, row.eventHash);
    if (row.index !== this.#count)
      return mismatch("index break", `${this.#count}`, JSON.stringify(row.index ?? null));
    const time = { ts: memberText(row, "ts") ?? "", elapsedS: memberText(row, "elapsed_s") ?? "" };
    const isOwn = row.members.has("acp_direction") || (row.event !== EVENTS.frame && isOwnEvent(row.event));
    if (isOwn && (isFrame || !isOwnSpelling(row, time))) {
      return mismatch("row is spelled otherwise than it was written", "the writer's spelling", "another");
    }
    return { isFrame, isOwn, eventHash: expected, sealLine: sealLine(time, expected) };
  }
}

const OWN_EVENTS: ReadonlySet<string> = new Set(Object.values(EVENTS));

function isOwnEvent(event: string): boolean {
  return OWN_EVENTS.has(event);
}

/** Rows that are no frames hold their fields in canonical order. */
function isOwnSpelling(row: StoredRow, time: RowTime): boolean {
  const chain = new Set(["ts", "elapsed_s", "index", "event", "prev_hash", "payload_hash", "event_hash"]);
  const fields = [...row.members].filter(([name]) => !chain.has(name)).map(([, member]) => member);
  const { event, prevHash, payloadHash } = row;
  const body = { event, payload: "", fields: fields.join(",") };
  const link = { index: Number(row.index), prevHash, payloadHash, eventHash: row.eventHash };
  return printRow(time, body, link) === row.text;
}

function unreadable(actual: string): Broken {
  return mismatch("unreadable row", "a row", actual);
}

function mismatch(fault: RowFault, expected: string, actual: string): Broken {
  return { fault, expected: unquoted(expected), actual: unquoted(actual) };
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/s, "$1");
}
