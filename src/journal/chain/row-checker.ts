import { payloadOf } from "./body-of.js";
import { eventHash, GENESIS } from "./chain.js";
import { memberText, readRow, type StoredRow } from "./read-row.js";
import { CHAIN_FIELDS, EVENTS, framePayload, printRow, type RowTime } from "./row.js";
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

const HASH_LENGTH = 64;
const ELAPSED = ',"elapsed_s":';
const INDEX = ',"index":';
const EVENT_HASH = '","event_hash":"';
const CONTENT_HASH = '"content_hash":"';
const FRAME = '"frame":';
const STOP_REASON = ',"stop_reason":"';

/** Walks the rows of a journal and recomputes every hash, the frame's first. */
export class RowChecker {
  #count = 0;
  #head: string = GENESIS;

  get count(): number {
    return this.#count;
  }

  /** Checks the next row, given a character a byte. */
  check(bytes: string): CheckedRow | Broken {
    // What is not ASCII hashes otherwise, so that the quick look needs no decoding.
    const checked = this.#quick(bytes) ?? this.#whole(rowText(bytes));
    if ("fault" in checked) return checked;
    this.#count += 1;
    this.#head = checked.eventHash;
    return checked;
  }

  /**
   * A frame row that nobody touched, without parsing it: equal hashes of equal bytes. The names looked for have quotes,
   * which a string can only hold escaped. Undefined when anything is unusual.
   */
  #quick(text: string): CheckedRow | undefined {
    const indexAt = text.indexOf(INDEX);
    const known = `${INDEX}${this.#count},"event":"${EVENTS.frame}","prev_hash":"${this.#head}","payload_hash":"`;
    if (!text.startsWith(known, indexAt) || !text.endsWith("}")) return undefined;
    const payloadAt = indexAt + known.length;
    const eventAt = payloadAt + HASH_LENGTH + EVENT_HASH.length;
    const fieldsAt = eventAt + HASH_LENGTH + 2;
    const contentAt = text.indexOf(CONTENT_HASH, fieldsAt) + CONTENT_HASH.length;
    const frameAt = contentAt + HASH_LENGTH + 2;
    const frame = text.slice(frameAt + FRAME.length, text.lastIndexOf(STOP_REASON));
    if (sha256(frame) !== text.slice(contentAt, contentAt + HASH_LENGTH)) return undefined;
    const payloadHash = sha256(framePayload(text.slice(fieldsAt, frameAt), text.slice(frameAt, -1)));
    const link = eventHash(EVENTS.frame, this.#count, payloadHash, this.#head);
    if (!text.startsWith(`${payloadHash}${EVENT_HASH}${link}",`, payloadAt)) return undefined;
    const elapsedAt = text.indexOf(",");
    const time = { ts: text.slice(6, elapsedAt), elapsedS: text.slice(elapsedAt + ELAPSED.length, indexAt) };
    if (!text.startsWith('{"ts":') || !text.startsWith(ELAPSED, elapsedAt)) return undefined;
    return { isFrame: true, isOwn: true, eventHash: link, sealLine: sealLine(time, link) };
  }

  /** Any row of any writer, and the first reason why it does not fit. */
  #whole(text: string | undefined): CheckedRow | Broken {
    const row = text === undefined ? undefined : readRow(text);
    if (row === undefined) return unreadable(text?.slice(0, 40) ?? "not UTF-8");
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
    if (isOwn && !isOwnSpelling(row, time)) {
      return mismatch("row is spelled otherwise than it was written", "the writer's spelling", "another");
    }
    return { isFrame, isOwn, eventHash: expected, sealLine: sealLine(time, expected) };
  }
}

const OWN_EVENTS: ReadonlySet<string> = new Set(Object.values(EVENTS));

function isOwnEvent(event: string): boolean {
  return OWN_EVENTS.has(event);
}

/** After what the chain adds, a row of this project holds its members in canonical order. */
function isOwnSpelling(row: StoredRow, time: RowTime): boolean {
  const fields = [...row.members]
    .filter(([name]) => !CHAIN_FIELDS.has(name) && name !== "event")
    .map(([, member]) => member);
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
