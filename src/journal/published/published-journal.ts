import { Buffer } from "node:buffer";
import { parseExactJson } from "../../wire/exact-json.js";
import type { Line } from "../../wire/line-splitter.js";
import { canonicalString } from "../canonical/canonical-string.js";
import { pythonFloat } from "../canonical/python-number.js";
import { GENESIS, type Link, linkOf } from "../chain/chain.js";
import { EVENTS } from "../chain/row.js";
import { sha256 } from "../chain/sha256.js";
import { AppendFile } from "../file/append-file.js";
import { JournalFault, journalFault } from "../file/journal-fault.js";
import { JournalLock } from "../file/lock.js";
import type { JournalRefusal } from "../frame/refusal.js";
import { NO_END, type TurnEnd } from "../frame/turns.js";
import { publishedFrame } from "./published-frame.js";
import { pythonText } from "./python-text.js";

const MILLIS = 1000;

/** How a journal of the published format is opened: always at its beginning, as that writer does. */
export interface PublishedOptions {
  readonly file: string;
  readonly now?: () => Date;
}

/** Opens a journal of the published format; throws a JournalFault. The file has to be new or empty. */
export function openPublishedJournal(options: PublishedOptions): PublishedJournal {
  try {
    return new PublishedJournal(options);
  } catch (error) {
    throw error instanceof JournalFault ? error : journalFault("open", options.file, error);
  }
}

/**
 * Writes the published chain byte for byte: no direction, no second seal, numbers as Python prints them, one write a row,
 * and the end of a turn wherever a frame carries an error or a stop reason.
 */
export class PublishedJournal {
  readonly #path: string;
  readonly #lock: JournalLock;
  readonly #file: AppendFile;
  readonly #now: () => number;
  readonly #startedMs: number;
  #count = 0;
  #head: string = GENESIS;
  #lastEnd: TurnEnd = NO_END;

  constructor({ file, now = () => new Date() }: PublishedOptions) {
    this.#path = file;
    this.#now = () => now().getTime();
    this.#startedMs = this.#now();
    this.#lock = new JournalLock(file);
    try {
      this.#file = new AppendFile(file);
      if (this.#file.size > 0) throw hasRows(file, this.#file);
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  /** The event hash of the last row; empty while there is none. */
  get head(): string {
    return this.#head;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether the last frame ended a turn. */
  get lastEnd(): TurnEnd {
    return this.#lastEnd;
  }

  /** Writes one frame; a line that is no frame is refused and nothing is written. Throws a JournalFault. */
  append(line: Line): JournalRefusal | undefined {
    const frame = publishedFrame(line);
    if (frame === undefined || "code" in frame) return frame;
    const { canonical, end, kind } = frame;
    const contentHash = sha256(canonical);
    const method = frame.method === null ? "null" : canonicalString(frame.method);
    const stopReason = canonicalString(end.stopReason);
    const payload = `{"acp_kind":"${kind}","acp_method":${method},"acp_seq":${this.#count},"content_hash":"${contentHash}","event":"${EVENTS.frame}","frame":${canonical},"stop_reason":${stopReason},"terminal":${end.isTerminal}}`;
    const link = linkOf(EVENTS.frame, payload, this.#count, this.#head);
    const exact = parseExactJson(frame.text);
    const text = exact === undefined ? "null" : pythonText(exact);
    const fields = `"acp_seq": ${this.#count}, "acp_kind": "${kind}", "acp_method": ${method}, "content_hash": "${contentHash}", "terminal": ${end.isTerminal}, "stop_reason": ${stopReason}, "frame": ${text}`;
    this.#write(`{${this.#envelope(link)}, ${fields}}\n`);
    this.#count += 1;
    this.#head = link.eventHash;
    this.#lastEnd = end;
    return undefined;
  }

  close(): void {
    this.#file.close();
    this.#lock.release();
  }

  #envelope({ index, prevHash, payloadHash, eventHash }: Link): string {
    const ms = this.#now();
    const ts = pythonFloat(ms / MILLIS);
    const elapsedS = pythonFloat((ms - this.#startedMs) / MILLIS);
    return `"ts": ${ts}, "elapsed_s": ${elapsedS}, "index": ${index}, "event": "${EVENTS.frame}", "prev_hash": "${prevHash}", "payload_hash": "${payloadHash}", "event_hash": "${eventHash}"`;
  }

  #write(row: string): void {
    try {
      this.#file.append(Buffer.from(row, "latin1"));
    } catch (error) {
      throw journalFault("write", this.#path, error, { rows: 1, bytes: row.length });
    }
  }
}

function hasRows(file: string, opened: AppendFile): JournalFault {
  opened.close();
  return new JournalFault("usage", `Cannot open journal ${JSON.stringify(file)}: it has rows already`);
}
