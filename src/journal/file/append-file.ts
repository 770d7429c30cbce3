import type { Buffer } from "node:buffer";
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  type Stats,
  writeSync,
} from "node:fs";

/** Only its owner reads a journal: it holds whole frames. */
const MODE = 0o600;

/** A file that grows by whole appends or not at all. */
export class AppendFile {
  readonly #fd: number;
  readonly #canShrink: boolean;
  #size: number;
  #broken: unknown;

  /** Opens or creates the file; throws what the system says. */
  constructor(path: string) {
    const { O_APPEND, O_CREAT, O_RDWR, O_NONBLOCK } = constants;
    // Without O_NONBLOCK, opening a FIFO would wait for its reader.
    this.#fd = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, MODE);
    const { size } = this.stats();
    this.#canShrink = this.stats().isFile();
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  stats(): Stats {
    return fstatSync(this.#fd);
  }

  /**
   * Appends bytes. A write that fails half-way is taken back, so that no torn line stays; throws what the system
   * said. When even that fails, so does every later append.
   */
  append(bytes: Buffer): void {
    if (this.#broken !== undefined) throw this.#broken;
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
    } catch (error) {
      if (written > 0) this.truncate(this.#size);
      throw error;
    }
    this.#size += bytes.length;
  }

  /** Cuts the file to a size that it had. */
  truncate(size: number): void {
    if (!this.#canShrink) return;
    try {
      ftruncateSync(this.#fd, size);
      this.#size = size;
    } catch (error) {
      this.#broken = error;
    }
  }

  /** Waits until the disk has it. */
  sync(): void {
    if (this.#canShrink) fdatasyncSync(this.#fd);
  }

  close(): void {
    closeSync(this.#fd);
  }
}
