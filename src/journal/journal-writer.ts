import type { SchemaId } from "../protocol/schema-id.js";
import type { Direction } from "../wire/direction.js";
import type { Line } from "../wire/line-splitter.js";
import { bodyOf } from "./chain/body-of.js";
import { type ChainState, EMPTY, type RecordedRow, Recorder } from "./chain/recorder.js";
import { EVENTS, type RowBody } from "./chain/row.js";
import { RowClock } from "./chain/row-clock.js";
import { sha256 } from "./chain/sha256.js";
import { JournalFault, journalFault, type Lost } from "./file/journal-fault.js";
import { JournalFile } from "./file/journal-file.js";
import { LineJudge } from "./frame/line-judge.js";
import type { JournalRefusal } from "./frame/refusal.js";
import { schemaOf } from "./frame/schemas.js";

/** How a journal is opened. */
export interface JournalOptions {
  readonly file: string;
  /** Judge all frames by this schema; by default by the protocol version that each connection agrees on, v1 before. */
  readonly schema?: SchemaId;
  /** Wait at each flush until the disk has the batch. */
  readonly sync?: boolean;
  /** Go on with a journal that has rows; otherwise that is a fault. */
  readonly resume?: boolean;
  /** Write a row for each line that is refused: its code and message, and the size and hash of its bytes. */
  readonly recordRefusals?: boolean;
  readonly now?: () => Date;
}

/** Lines that an observer had to leave out. */
export interface DroppedLines {
  readonly direction: Direction;
  readonly lines: number;
  readonly bytes: number;
}

/** Opens a journal; throws a JournalFault with a message of one line when that cannot be. */
export function openJournal(options: JournalOptions): JournalWriter {
  return new JournalWriter(options);
}

/** Writes a journal. Synchronous; rows are in memory until `flush`. */
export class JournalWriter {
  readonly #file: JournalFile;
  readonly #recorder: Recorder;
  readonly #judge: LineJudge;
  readonly #clock: RowClock;
  readonly #recordRefusals: boolean;
  #written: ChainState;
  #pendingRows = 0;
  #lost: (Lost & { readonly code: string }) | undefined;
  /** The batch begins with a row about what was lost before. */
  #isLossNoted = false;
  #isClosed = false;

  constructor({ file, schema, sync = false, resume = false, recordRefusals = false, now }: JournalOptions) {
    this.#recordRefusals = recordRefusals;
    this.#clock = new RowClock(now);
    this.#judge = new LineJudge(schemaOf(schema ?? "v1"), schema !== undefined);
    this.#file = JournalFile.open({ file, schema: schema ?? "negotiated", sync, resume });
    const found = this.#file.found;
    this.#written = found?.state ?? EMPTY;
    this.#recorder = new Recorder(this.#written);
    if (found !== undefined && found.state.count > 0) {
      const { unsealedRows, tornBytes } = found;
      this.#add(bodyOf(EVENTS.resumed, { unsealed_rows: unsealedRows, torn_bytes: tornBytes }));
    }
  }

  /** The event hash of the last row that is written; empty while there is none. */
  get head(): string {
    return this.#written.head;
  }

  /** Rows that are written. */
  get count(): number {
    return this.#written.count;
  }

  /** Size of what waits for the next flush. */
  get pendingBytes(): number {
    return this.#file.pendingBytes;
  }

  /**
   * Adds one line as it travelled. A line that is no valid frame is refused and its frame not journaled; a blank line is
   * nothing.
   */
  append(direction: Direction, line: Line): JournalRefusal | undefined {
    const judged = this.#judge.judge(direction, line);
    if (judged === undefined) return undefined;
    if ("code" in judged) {
      if (this.#recordRefusals) this.#refused(direction, line, judged);
      return judged;
    }
    this.#noteLost();
    this.#keep(this.#recorder.frame(judged, direction, this.#clock.read()));
    return undefined;
  }

  /** Adds a row that says that lines are missing here. */
  note({ direction, lines, bytes }: DroppedLines): void {
    this.#add(bodyOf(EVENTS.dropped, { acp_direction: direction, lines, bytes }));
  }

  /**
   * Writes all rows that wait, then advances the head. Throws a JournalFault when the system refuses: the rows of the
   * batch are lost and counted, the file stays as it was before, and the next row that can be written says so.
   */
  flush(): void {
    if (this.#pendingRows === 0) return;
    const lost: Lost = { rows: this.#pendingRows - (this.#isLossNoted ? 1 : 0), bytes: this.pendingBytes };
    try {
      this.#file.write(this.#recorder.state.count);
      this.#written = this.#recorder.state;
      if (this.#isLossNoted) this.#lost = undefined;
    } catch (error) {
      this.#recorder.rewind(this.#written);
      const fault = journalFault("write", this.#file.path, error, lost);
      const before = this.#lost ?? { rows: 0, bytes: 0 };
      const code = fault.systemCode ?? "unknown";
      this.#lost = { rows: before.rows + lost.rows, bytes: before.bytes + lost.bytes, code };
      throw fault;
    } finally {
      this.#isLossNoted = false;
      this.#pendingRows = 0;
    }
  }

  /** Flushes, seals the end and lets the file go; throws as `flush` does. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      this.#noteLost();
      this.flush();
      this.#file.end(this.#written.count);
    } catch (error) {
      throw error instanceof JournalFault ? error : journalFault("write", this.#file.path, error);
    } finally {
      this.#file.close();
    }
  }

  /** The content of a refused line stays out: a journal holds what was accepted. */
  #refused(direction: Direction, { bytes, cutBytes }: Line, { code, message, data }: JournalRefusal): void {
    const line = { line_bytes: bytes.length + cutBytes, line_hash: cutBytes > 0 ? null : sha256(bytes) };
    this.#add(
      bodyOf(EVENTS.refused, { acp_direction: direction, code, message, data: data && { ...data }, ...line }),
    );
  }

  #add(body: RowBody): void {
    this.#noteLost();
    this.#keep(this.#recorder.add(body, this.#clock.read()));
  }

  #keep(row: RecordedRow): void {
    this.#file.add(row);
    this.#pendingRows += 1;
  }

  /** Rows that a failed write lost are told of by the row that follows the gap. */
  #noteLost(): void {
    if (this.#lost === undefined || this.#isLossNoted) return;
    this.#isLossNoted = true;
    const { rows, bytes, code } = this.#lost;
    this.#add(bodyOf(EVENTS.lost, { rows, bytes, system_code: code }));
  }
}
