import { Buffer } from "node:buffer";
import type { Direction } from "../direction.js";
import { FIELD, HEADER_BYTES, KIND, type RingMemory, recordBytes, ringViews, WORD } from "./ring-memory.js";

const LF = 0x0a;

/** A ring that has become empty is written from its beginning again once it has grown this far, to keep few pages warm. */
const REUSE_BYTES = 262_144;

/** The filling end of both rings. */
export class RingWriter {
  readonly #words: Int32Array;
  readonly #lanes: Readonly<Record<Direction, Lane>>;
  #sequence = 0;

  /** `slotBytes` is the longest chunk that is ever offered; a multiple of 8. */
  constructor(memory: RingMemory, slotBytes: number) {
    this.#words = new Int32Array(memory.words);
    this.#lanes = {
      c2a: new Lane(memory.c2a, this.#words, "c2a", slotBytes),
      a2c: new Lane(memory.a2c, this.#words, "a2c", slotBytes),
    };
  }

  /**
   * Where to read the next chunk of this direction to, so that offering it copies nothing. It stays the same until a chunk
   * is offered.
   */
  slot(direction: Direction): Buffer {
    return this.#lanes[direction].slot();
  }

  /**
   * Puts a chunk into the ring, or counts it as left out when the ring is full. No bytes mean that this direction has
   * ended. `micros` is the time of arrival.
   */
  offer(direction: Direction, chunk: Buffer, micros: number): void {
    const next = (this.#sequence + 1) | 0;
    if (!this.#lanes[direction].offer(chunk, next, micros)) return;
    this.#sequence = next;
    Atomics.store(this.#words, WORD.sequence, next);
    if (Atomics.load(this.#words, WORD.isWaiting) === 0) return;
    Atomics.store(this.#words, WORD.isWaiting, 0);
    Atomics.notify(this.#words, WORD.isWaiting);
  }
}

/** One ring, from the writer's side. */
class Lane {
  readonly #bytes: Buffer;
  readonly #fields: DataView;
  readonly #words: Int32Array;
  readonly #headWord: number;
  readonly #tailWord: number;
  readonly #slotBytes: number;
  /** Takes what the ring has no room for. */
  readonly #spare: Buffer;
  #head = 0;
  /** Where the next record will begin; undefined when the ring was full as the slot was asked for. */
  #start: number | undefined;
  #slot: Buffer | undefined;
  #gapBytes = 0;
  #gapLines = 0;
  #gapIsAtLineStart = true;

  constructor(memory: SharedArrayBuffer, words: Int32Array, direction: Direction, slotBytes: number) {
    const { bytes, fields } = ringViews(memory);
    this.#bytes = bytes;
    this.#fields = fields;
    this.#words = words;
    this.#headWord = WORD.head[direction];
    this.#tailWord = WORD.tail[direction];
    this.#slotBytes = slotBytes;
    this.#spare = Buffer.allocUnsafeSlow(slotBytes);
  }

  slot(): Buffer {
    if (this.#slot !== undefined) return this.#slot;
    this.#start = this.#findRoom();
    const begin = (this.#start ?? 0) + HEADER_BYTES;
    this.#slot =
      this.#start === undefined ? this.#spare : this.#bytes.subarray(begin, begin + this.#slotBytes);
    return this.#slot;
  }

  /** False when the chunk was left out. */
  offer(chunk: Buffer, sequence: number, micros: number): boolean {
    const slot = this.slot();
    const start = this.#start;
    this.#slot = undefined;
    if (chunk.length === 0) {
      this.#publish(start ?? this.#head, KIND.end, 0, sequence, micros);
      return true;
    }
    if (start === undefined) {
      this.#leaveOut(chunk);
      return false;
    }
    const isInPlace = chunk.buffer === slot.buffer && chunk.byteOffset === slot.byteOffset;
    if (!isInPlace) chunk.copy(slot);
    this.#publish(start, KIND.chunk, chunk.length, sequence, micros);
    return true;
  }

  /** Room for the longest record and, behind it, for the end of the stream: that one is never left out. */
  #findRoom(): number | undefined {
    const needed = HEADER_BYTES + this.#slotBytes + HEADER_BYTES;
    const head = this.#head;
    const tail = Atomics.load(this.#words, this.#tailWord);
    if (tail > head) return tail - head > needed ? head : undefined;
    const isWorthReuse = tail === head && head > REUSE_BYTES;
    if (this.#bytes.length - head >= needed && !isWorthReuse) return head;
    return tail > needed ? 0 : undefined;
  }

  #publish(start: number, kind: number, length: number, sequence: number, micros: number): void {
    const fields = this.#fields;
    // The reader goes to the beginning by itself where not even a header fits.
    if (start !== this.#head && this.#bytes.length - this.#head >= HEADER_BYTES) {
      fields.setInt32(this.#head + FIELD.kind, KIND.wrap, true);
    }
    fields.setInt32(start + FIELD.kind, kind, true);
    fields.setInt32(start + FIELD.length, length, true);
    fields.setInt32(start + FIELD.sequence, sequence, true);
    fields.setInt32(start + FIELD.gapIsAtLineStart, this.#gapIsAtLineStart ? 1 : 0, true);
    fields.setFloat64(start + FIELD.gapLines, this.#gapLines, true);
    fields.setFloat64(start + FIELD.gapBytes, this.#gapBytes, true);
    fields.setFloat64(start + FIELD.micros, micros, true);
    this.#gapBytes = 0;
    this.#gapLines = 0;
    this.#gapIsAtLineStart = true;
    this.#head = start + recordBytes(length);
    Atomics.store(this.#words, this.#headWord, this.#head);
  }

  #leaveOut(chunk: Buffer): void {
    let feeds = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) feeds += 1;
    // A line that a chunk of this gap began, and this one goes on with, is counted already.
    const wasOpen = !this.#gapIsAtLineStart;
    const isOpen = chunk.at(-1) !== LF;
    this.#gapLines += feeds + (isOpen ? 1 : 0) - (wasOpen ? 1 : 0);
    this.#gapBytes += chunk.length;
    this.#gapIsAtLineStart = !isOpen;
  }
}
