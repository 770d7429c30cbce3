import { Buffer } from "node:buffer";
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { errorCode } from "../../system-error.js";

/** After a failure, so long passes before the file is tried again. */
const RETRY_MS = 1_000;

/** Files that rotation leaves beside the one that is written; `FILE.1` is the youngest. */
const OLD_FILES = 3;

export interface AppendFileOptions {
  readonly path: string;
  /** The file is rotated before it grows beyond this many bytes. */
  readonly maxBytes: number;
  /** Told when writing begins to fail, and why. */
  failed(reason: string): void;
}

/**
 * A file of lines that only ever grows. Whatever happens to it, a batch of lines is in it whole or not at all. Others may
 * write to it as well, remove it or move it away: the next batch is in the file that then has the name.
 */
export class AppendFile {
  readonly #options: AppendFileOptions;
  #fd: number | undefined;
  #isRegular = false;
  /** Did a pipe take a part of a batch, so that its last line has no end yet? */
  #isCut = false;
  #size = 0;
  #retryAt = 0;
  #hasFailed = false;

  constructor(options: AppendFileOptions) {
    this.#options = options;
  }

  /** Appends the lines, each with a line feed, in one write. False when they are lost. */
  write(lines: readonly string[]): boolean {
    try {
      this.#look();
      const bytes = Buffer.from(`${this.#isCut ? "\n" : ""}${lines.join("\n")}\n`);
      if (this.#size > 0 && this.#size + bytes.length > this.#options.maxBytes) this.#rotate();
      const fd = this.#fd ?? this.#open();
      if (fd === undefined) return false;
      this.#writeWhole(fd, bytes);
      this.#hasFailed = false;
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  close(): void {
    const fd = this.#fd;
    this.#fd = undefined;
    this.#size = 0;
    if (fd === undefined) return;
    try {
      closeSync(fd);
    } catch (error) {
      // A delayed EIO or ENOSPC of a file system on the network: there is nothing left to do about it.
      if (errorCode(error) === undefined) throw error;
    }
  }

  #open(): number | undefined {
    if (performance.now() < this.#retryAt) return undefined;
    // O_NONBLOCK: a FIFO without a reader, or with a slow one, is an error and never a wait.
    const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
    const fd = openSync(this.#options.path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK, 0o600);
    this.#fd = fd;
    this.#isRegular = fstatSync(fd).isFile();
    return fd;
  }

  /** Is the open file still the one of that name, and how long has it become? */
  #look(): void {
    const fd = this.#fd ?? this.#open();
    if (fd === undefined || !this.#isRegular) return;
    const { ino, dev, size } = fstatSync(fd);
    const named = statSync(this.#options.path, { throwIfNoEntry: false });
    if (named?.ino === ino && named.dev === dev) this.#size = size;
    else this.close();
  }

  #writeWhole(fd: number, bytes: Buffer): void {
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(fd, bytes, written);
      this.#isCut = false;
    } catch (error) {
      // A disk that becomes full takes a part: without this the next line would be glued to half a line.
      if (written > 0 && this.#isRegular) ftruncateSync(fd, fstatSync(fd).size - written);
      else if (written > 0) this.#isCut = true;
      throw error;
    }
  }

  #rotate(): void {
    const isRegular = this.#isRegular;
    this.close();
    if (!isRegular) return;
    const { path } = this.#options;
    for (let age = OLD_FILES; age > 0; age -= 1) {
      try {
        renameSync(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`);
      } catch (error) {
        // There are not so many yet.
        if (errorCode(error) !== "ENOENT") throw error;
      }
    }
  }

  #fail(error: unknown): void {
    // The reader of a pipe is only slow, and would take the closing for the end.
    if (errorCode(error) === "EAGAIN") return;
    this.close();
    this.#retryAt = performance.now() + RETRY_MS;
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#options.failed(
      `Cannot write ${JSON.stringify(this.#options.path)}: ${errorCode(error) ?? String(error)}`,
    );
  }
}
