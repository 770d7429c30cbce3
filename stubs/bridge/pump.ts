import type { Buffer } from "node:buffer";
import type { Readable, Writable } from "node:stream";
import type { Direction } from "../../src/wire/direction.js";

/** What a passage knows of the place where it stands. */
export interface Hop {
  readonly direction: Direction;
  /** Sends bytes back to the side that this direction comes from. */
  answer(bytes: Buffer): void;
}

/** What happens to the bytes of one direction on their way; the obvious one yields each chunk as it came. */
export type Passage = (chunks: AsyncIterable<Buffer>, hop: Hop) => AsyncIterable<Buffer>;

/** What a pump does while the receiving side does not read: wait (backpressure), pile up, or throw away. */
export type Overflow = "wait" | "pile up" | "throw away";

const PILE_LIMIT = 1024 * 1024;

/** Moves the bytes of one direction. With `wait`, one chunk at most is on its way. */
export class Pump {
  readonly #from: Readable;
  readonly #to: Writable;
  readonly #passage: Passage;
  readonly #overflow: Overflow;
  #lastWrite: Promise<void> = Promise.resolve();
  /** Chunks read so far. */
  moved = 0;
  /** Is the receiver still to take bytes that were read? */
  isBusy = false;

  constructor(from: Readable, to: Writable, passage: Passage, overflow: Overflow) {
    this.#from = from;
    this.#to = to;
    this.#passage = passage;
    this.#overflow = overflow;
  }

  /** Resolves when the sender has ended and all is written; rejects when either side broke. */
  async run(hop: Hop): Promise<void> {
    for await (const bytes of this.#passage(this.#chunks(), hop)) {
      if (bytes.length === 0) continue;
      if (this.#overflow === "throw away" && this.#to.writableLength > PILE_LIMIT) continue;
      this.isBusy = true;
      this.#lastWrite = write(this.#to, bytes);
      if (this.#overflow === "wait") await this.#settle();
      // A broken receiver is reported by the wait at the end.
      else this.#lastWrite.catch(() => undefined);
    }
    await this.#settle();
  }

  async #settle(): Promise<void> {
    await this.#lastWrite;
    this.isBusy = false;
  }

  async *#chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of this.#from) {
      this.moved += 1;
      yield chunk;
    }
  }
}

function write(to: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    to.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
