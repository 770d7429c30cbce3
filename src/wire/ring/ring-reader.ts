import { Buffer } from "node:buffer";
import type { Direction } from "../direction.js";
import {
  FIELD,
  type Gap,
  HEADER_BYTES,
  KIND,
  type RingMemory,
  recordBytes,
  ringViews,
  WORD,
} from "./ring-memory.js";

/** What arrived on one direction: a chunk, or no bytes for its end, and before it perhaps a gap. */
export interface RingRecord {
  readonly direction: Direction;
  readonly micros: number;
  readonly bytes: Buffer;
  readonly isEnd: boolean;
  readonly gap: Gap | undefined;
}

/** The emptying end of both rings: gives the records of both in the one order in which they were offered. */
export class RingReader {
  readonly #words: Int32Array;
  readonly #lanes: readonly Lane[];

  constructor(memory: RingMemory) {
    this.#words = new Int32Array(memory.words);
    this.#lanes = (["c2a", "a2c"] as const).map(
      (direction) => new Lane(memory[direction], this.#words, direction),
    );
  }

  /** The next record, its bytes copied and its place in the ring given back; undefined when there is none. */
  next(): RingRecord | undefined {
    // Read before the heads: what is numbered at most this lies in its ring for sure.
    const limit = Atomics.load(this.#words, WORD.sequence);
    let first: Lane | undefined;
    let age = -1;
    for (const lane of this.#lanes) {
      const sequence = lane.peek();
      if (sequence === undefined) continue;
      const laneAge = (limit - sequence) | 0;
      if (laneAge > age) {
        age = laneAge;
        first = lane;
      }
    }
    return first?.take();
  }

  /** Resolves when something has been offered since `next` last found nothing. Keeps no event loop alive. */
  async busy(): Promise<void> {
    Atomics.store(this.#words, WORD.isWaiting, 1);
    // Whatever was offered before the flag was up is seen here, whatever comes later lowers it.
    if (this.#lanes.some((lane) => lane.peek() !== undefined)) {
      Atomics.store(this.#words, WORD.isWaiting, 0);
      return;
    }
    const wait = Atomics.waitAsync(this.#words, WORD.isWaiting, 1);
    if (wait.async) await wait.value;
  }
}

/** One ring, from the reader's side. */
class Lane {
  readonly #direction: Direction;
  readonly #bytes: Buffer;
  readonly #fields: DataView;
  readonly #words: Int32Array;
  readonly #headWord: number;
  readonly #tailWord: number;
  #tail: number;

  constructor(memory: SharedArrayBuffer, words: Int32Array, direction: Direction) {
    const { bytes, fields } = ringViews(memory);
    this.#direction = direction;
    this.#bytes = bytes;
    this.#fields = fields;
    this.#words = words;
    this.#headWord = WORD.head[direction];
    this.#tailWord = WORD.tail[direction];
    // Another reader may have been here before and died.
    this.#tail = Atomics.load(words, this.#tailWord);
  }

  /** Number of the next record; undefined when the ring is empty. */
  peek(): number | undefined {
    if (this.#tail === Atomics.load(this.#words, this.#headWord)) return undefined;
    if (this.#isAtWrap()) this.#tail = 0;
    return this.#fields.getInt32(this.#tail + FIELD.sequence, true);
  }

  take(): RingRecord {
    const at = this.#tail;
    const fields = this.#fields;
    const length = fields.getInt32(at + FIELD.length, true);
    const gapBytes = fields.getFloat64(at + FIELD.gapBytes, true);
    const record = {
      direction: this.#direction,
      micros: fields.getFloat64(at + FIELD.micros, true),
      bytes: Buffer.from(this.#bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length)),
      isEnd: fields.getInt32(at + FIELD.kind, true) === KIND.end,
      gap:
        gapBytes === 0
          ? undefined
          : {
              bytes: gapBytes,
              lines: fields.getFloat64(at + FIELD.gapLines, true),
              isAtLineStart: fields.getInt32(at + FIELD.gapIsAtLineStart, true) === 1,
            },
    };
    this.#tail = at + recordBytes(length);
    Atomics.store(this.#words, this.#tailWord, this.#tail);
    return record;
  }

  #isAtWrap(): boolean {
    const isPastLastHeader = this.#bytes.length - this.#tail < HEADER_BYTES;
    return isPastLastHeader || this.#fields.getInt32(this.#tail + FIELD.kind, true) === KIND.wrap;
  }
}
