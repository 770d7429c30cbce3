import { Buffer } from "node:buffer";
import { existsSync, realpathSync, type Stats, statSync } from "node:fs";
import type { ChainState, RecordedRow } from "../chain/recorder.js";
import { firstSeal, printSealHeader, type SealKind, sealFileOf } from "../chain/seal.js";
import { sha256 } from "../chain/sha256.js";
import { AppendFile } from "./append-file.js";
import { JournalFault, journalFault } from "./journal-fault.js";
import { JournalLock } from "./lock.js";
import { walkForResumption } from "./resume.js";
import { TextBuffer } from "./text-buffer.js";

/** What was found in a journal that is gone on with. */
export interface Found {
  readonly state: ChainState;
  /** Whole rows that had no seal yet: they have one now. */
  readonly unsealedRows: number;
  /** Bytes of a torn last line: they are gone. */
  readonly tornBytes: number;
}

export interface JournalFileOptions {
  readonly file: string;
  readonly schema: string;
  readonly sync: boolean;
  readonly resume: boolean;
}

/**
 * A journal and its seal file, kept to one writer. Rows are written before their seals: what is sealed is there, and a
 * writer that is killed leaves at most rows without a seal and one torn line. A device keeps neither seal nor lock.
 */
export class JournalFile {
  readonly path: string;
  readonly found: Found | undefined;
  readonly #sync: boolean;
  readonly #lock: JournalLock | undefined;
  readonly #rows: AppendFile;
  readonly #seals: AppendFile | undefined;
  readonly #rowText = new TextBuffer();
  readonly #sealText = new TextBuffer();
  #seal = "";

  constructor({ file, schema, sync, resume }: JournalFileOptions) {
    this.#sync = sync;
    const stats = statSync(file, { throwIfNoEntry: false });
    refuseOddFile(file, stats);
    if (stats?.isCharacterDevice() === true) {
      this.path = file;
      this.#rows = new AppendFile(file);
      return;
    }
    // Two names of one file are one journal.
    this.path = stats === undefined ? file : realpathSync(file);
    this.#lock = new JournalLock(this.path);
    const opened: AppendFile[] = [];
    try {
      this.#rows = new AppendFile(this.path);
      opened.push(this.#rows);
      const isNew = this.#rows.size === 0 && !existsSync(sealFileOf(this.path));
      if (this.#rows.size > 0 && !resume) throw hasRows(file);
      const walked = isNew ? undefined : walkForResumption(this.path);
      this.#seals = new AppendFile(sealFileOf(this.path));
      opened.push(this.#seals);
      if (walked?.seal === undefined || walked.seal.sealed.seal === "") {
        this.#begin(this.#seals, schema);
      } else {
        const { seal, state, bytes, tornBytes } = walked;
        if (seal.schema !== schema) throw otherSchema(file, seal.schema);
        this.#rows.truncate(bytes);
        this.#seals.truncate(seal.sealed.bytes);
        this.#seal = seal.sealed.seal;
        const { unsealed } = seal;
        for (const line of unsealed) this.#addSealLine(line);
        if (unsealed.length > 0) this.#writeSeal("sealed", state.count);
        this.found = { state, unsealedRows: unsealed.length, tornBytes };
      }
    } catch (error) {
      for (const one of opened) one.close();
      this.#lock.release();
      throw error;
    }
  }

  /** Opens or creates a journal; throws a JournalFault. */
  static open(options: JournalFileOptions): JournalFile {
    try {
      return new JournalFile(options);
    } catch (error) {
      throw error instanceof JournalFault ? error : journalFault("open", options.file, error);
    }
  }

  /** Bytes of the rows that wait. */
  get pendingBytes(): number {
    return this.#rowText.length;
  }

  /** Keeps a row for the next `write`. */
  add({ row, sealLine }: RecordedRow): void {
    this.#rowText.add(`${row}\n`);
    this.#addSealLine(sealLine);
  }

  /** Writes the rows that wait, then their seal; throws what the system says, and then the files are as they were. */
  write(count: number): void {
    const size = this.#rows.size;
    try {
      this.#rows.append(this.#rowText.bytes);
      if (this.#sync) this.#rows.sync();
      this.#writeSeal("sealed", count);
    } catch (error) {
      this.#rows.truncate(size);
      throw error;
    } finally {
      this.#rowText.clear();
      this.#sealText.clear();
    }
  }

  /** Seals the end; after that only a resumption adds rows. */
  end(count: number): void {
    this.#writeSeal("closed", count);
  }

  close(): void {
    this.#rows.close();
    this.#seals?.close();
    this.#lock?.release();
  }

  #begin(seals: AppendFile, schema: string): void {
    const header = printSealHeader(schema);
    seals.truncate(0);
    seals.append(Buffer.from(`${header}\n`, "latin1"));
    this.#seal = firstSeal(header);
  }

  /** The text that will be sealed: it begins with the seal before. */
  #addSealLine(line: string): void {
    if (this.#sealText.length === 0) this.#sealText.add(`${this.#seal}\n`);
    this.#sealText.add(`${line}\n`);
  }

  #writeSeal(kind: SealKind, count: number): void {
    if (this.#seals === undefined) return;
    const size = this.#seals.size;
    if (this.#sealText.length === 0) this.#sealText.add(`${this.#seal}\n`);
    const start = this.#seal.length + 1;
    this.#sealText.add(`${kind} ${count}`);
    const seal = sha256(this.#sealText.bytes);
    this.#sealText.add(` ${seal}\n`);
    try {
      this.#seals.append(this.#sealText.bytes.subarray(start));
      if (this.#sync) this.#seals.sync();
    } catch (error) {
      this.#seals.truncate(size);
      throw error;
    } finally {
      this.#sealText.clear();
    }
    this.#seal = seal;
  }
}

function refuseOddFile(file: string, stats: Stats | undefined): void {
  if (stats === undefined || stats.isFile() || stats.isCharacterDevice()) return;
  const kind = stats.isDirectory() ? "a directory" : stats.isFIFO() ? "a FIFO" : "no regular file";
  throw new JournalFault("usage", `Cannot open journal ${JSON.stringify(file)}: it is ${kind}`);
}

function hasRows(file: string): JournalFault {
  const name = JSON.stringify(file);
  return new JournalFault(
    "usage",
    `Cannot open journal ${name}: it has rows already; resume it or name another file`,
  );
}

function otherSchema(file: string, schema: string): JournalFault {
  const name = JSON.stringify(file);
  return new JournalFault(
    "usage",
    `Cannot resume journal ${name}: its frames were judged by schema "${schema}"`,
  );
}
