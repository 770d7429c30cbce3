import { Buffer } from "node:buffer";
import fc from "fast-check";
import type { Direction } from "../src/wire/direction.js";
import { makeRingMemory } from "../src/wire/ring/ring-memory.js";
import { RingReader, type RingRecord } from "../src/wire/ring/ring-reader.js";
import { RingWriter } from "../src/wire/ring/ring-writer.js";
import { holds } from "./holds.js";

const SLOT_BYTES = 32;

type Step =
  | {
      readonly kind: "offer";
      readonly direction: Direction;
      readonly bytes: Uint8Array;
      readonly isInPlace: boolean;
    }
  | { readonly kind: "read"; readonly count: number }
  /** The reader dies, and another takes its place. */
  | { readonly kind: "replace" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("offer" as const),
      direction: fc.constantFrom<Direction>("c2a", "a2c"),
      bytes: fc
        .array(fc.constantFrom(0x0a, 0x61), { minLength: 1, maxLength: SLOT_BYTES })
        .map((bytes) => Uint8Array.from(bytes)),
      isInPlace: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("read" as const), count: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: "replace" }) },
);

holds(
  "a ring gives every chunk, or counts it as left out with its exact bytes and lines, in the order of arrival",
  fc.record({
    steps: fc.array(step, { maxLength: 60 }),
    room: fc.integer({ min: 17, max: 90 }).map((eighths) => eighths * 8),
  }),
  ({ steps, room }) => {
    const play = new Play(room);
    for (const each of steps) play.do(each);
    return play.isExact();
  },
  { runs: 2_000 },
);

class Play {
  readonly #memory: ReturnType<typeof makeRingMemory>;
  readonly #writer: RingWriter;
  #reader: RingReader;
  readonly #offered: { direction: Direction; bytes: Buffer }[] = [];
  readonly #seen: RingRecord[] = [];

  constructor(room: number) {
    this.#memory = makeRingMemory({ c2a: room, a2c: room });
    this.#writer = new RingWriter(this.#memory, SLOT_BYTES);
    this.#reader = new RingReader(this.#memory);
  }

  do(each: Step): void {
    if (each.kind === "replace") this.#reader = new RingReader(this.#memory);
    else if (each.kind === "read") this.#read(each.count);
    else {
      const bytes = Buffer.from(each.bytes);
      this.#offered.push({ direction: each.direction, bytes });
      const slot = this.#writer.slot(each.direction);
      if (each.isInPlace) bytes.copy(slot);
      const chunk = each.isInPlace ? slot.subarray(0, bytes.length) : bytes;
      this.#writer.offer(each.direction, chunk, this.#offered.length);
    }
  }

  /** Compares what the reader was given with what was offered, one offer after the other. */
  isExact(): boolean {
    for (const direction of ["c2a", "a2c"] as const) this.#writer.offer(direction, Buffer.alloc(0), 0);
    this.#read(Number.POSITIVE_INFINITY);
    const times = this.#seen.filter(({ isEnd }) => !isEnd).map(({ micros }) => micros);
    const isInOrder = times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0));
    return isInOrder && this.#isWhole("c2a") && this.#isWhole("a2c");
  }

  #isWhole(direction: Direction): boolean {
    const seen = this.#seen.filter((record) => record.direction === direction);
    let from = 0;
    for (const record of seen) {
      const to = record.isEnd ? this.#offered.length : record.micros - 1;
      const skipped = Buffer.concat(
        this.#offered
          .slice(from, to)
          .filter((offer) => offer.direction === direction)
          .map(({ bytes }) => bytes),
      );
      if (!countsExactly(record, skipped)) return false;
      if (record.isEnd) return record === seen.at(-1);
      const offer = this.#offered[to];
      if (offer?.direction !== direction || !offer.bytes.equals(record.bytes)) return false;
      from = to + 1;
    }
    return false;
  }

  #read(count: number): void {
    for (let left = count; left > 0; left -= 1) {
      const record = this.#reader.next();
      if (record === undefined) return;
      this.#seen.push(record);
    }
  }
}

function countsExactly({ gap }: RingRecord, skipped: Buffer): boolean {
  if (skipped.length === 0 || gap === undefined) return skipped.length === 0 && gap === undefined;
  const text = skipped.toString("latin1");
  const pieces = text.split("\n");
  const lines = pieces.length - (text.endsWith("\n") ? 1 : 0);
  return gap.bytes === skipped.length && gap.lines === lines && gap.isAtLineStart === text.endsWith("\n");
}
