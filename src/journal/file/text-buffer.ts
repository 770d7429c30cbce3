import { Buffer } from "node:buffer";

const INITIAL_BYTES = 1 << 16;
/** What one huge batch took is given back. */
const KEPT_BYTES = 1 << 22;

/** ASCII text that grows in place; used again and again, since a fresh buffer a batch costs more than what it holds. */
export class TextBuffer {
  #bytes: Buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The text so far; changes with the next `add`. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  add(text: string): void {
    const end = this.#length + text.length;
    if (end > this.#bytes.length) this.#grow(end);
    this.#bytes.write(text, this.#length, "latin1");
    this.#length = end;
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > KEPT_BYTES) this.#bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(Math.max(length, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
