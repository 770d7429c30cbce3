import { Buffer } from "node:buffer";

const INITIAL_BYTES = 1 << 16;
/** What one huge batch took is given back. */
const KEPT_BYTES = 1 << 22;
/** Texts are copied together: a copy of its own for each costs more than what it copies. */
const COPIED_TOGETHER = 1 << 14;

/** ASCII text that grows in place; used again and again, since a fresh buffer a batch costs more than what it holds. */
export class TextBuffer {
  #bytes: Buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  #copied = 0;
  #waiting = "";

  get length(): number {
    return this.#copied + this.#waiting.length;
  }

  /** The text so far; changes with the next `add`. */
  get bytes(): Buffer {
    this.#copy();
    return this.#bytes.subarray(0, this.#copied);
  }

  add(text: string): void {
    this.#waiting += text;
    if (this.#waiting.length > COPIED_TOGETHER) this.#copy();
  }

  clear(): void {
    this.#copied = 0;
    this.#waiting = "";
    if (this.#bytes.length > KEPT_BYTES) this.#bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  }

  #copy(): void {
    const end = this.length;
    if (end > this.#bytes.length) this.#grow(end);
    this.#bytes.write(this.#waiting, this.#copied, "latin1");
    this.#waiting = "";
    this.#copied = end;
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(Math.max(length, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#copied);
    this.#bytes = larger;
  }
}
