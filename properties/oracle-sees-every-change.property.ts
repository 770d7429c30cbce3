import { Buffer } from "node:buffer";
import fc from "fast-check";
import { compareStreams } from "../src/fuzz/oracle/compare.js";
import { PROMISE_LEVELS, type PromiseLevel } from "../src/fuzz/oracle/level.js";
import { holds } from "./holds.js";

/** A stream and what a bridge made of it. */
interface Changed {
  readonly before: Buffer;
  readonly after: Buffer;
}

interface Stream {
  /** JSON texts, no two of the same value. */
  readonly lines: readonly string[];
  /** Chooses the line that is changed. */
  readonly place: number;
}

const stream: fc.Arbitrary<Stream> = fc
  .record({
    lines: fc
      .array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }), {
        minLength: 2,
        maxLength: 6,
      })
      // The id makes every line a value of its own, so that a line that is lost or moved shows.
      .map((objects) => objects.map((object, id) => JSON.stringify({ ...object, id, list: [id] }))),
    place: fc.nat(),
  })
  .map(({ lines, place }) => ({ lines, place: place % lines.length }));

const join = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(""));

function seenAt({ before, after }: Changed): PromiseLevel[] {
  return PROMISE_LEVELS.filter((level) => compareStreams("c2a", before, after, level) !== undefined);
}

/** Claims that a change made to one line of any stream is seen at exactly these levels. */
function seenExactlyAt(
  levels: readonly PromiseLevel[],
  claim: string,
  change: (lines: readonly string[], place: number) => readonly string[],
): void {
  holds(claim, stream, ({ lines, place }) => {
    const seen = seenAt({ before: join(lines), after: join(change(lines, place)) });
    return seen.join() === levels.join();
  });
}

/** Puts another text in the place of one line. */
const instead =
  (respell: (line: string) => string) =>
  (lines: readonly string[], place: number): readonly string[] =>
    lines.map((line, at) => (at === place ? respell(line) : line));

seenExactlyAt(PROMISE_LEVELS, "a dropped line is seen at every level", (lines, place) =>
  lines.toSpliced(place, 1),
);

seenExactlyAt(PROMISE_LEVELS, "a doubled line is seen at every level", (lines, place) =>
  lines.toSpliced(place, 0, lines[place] ?? ""),
);

seenExactlyAt(PROMISE_LEVELS, "two swapped lines are seen at every level", (lines, place) => {
  const other = (place + 1) % lines.length;
  return lines.map((line, at) => (at === place ? lines[other] : at === other ? lines[place] : line) ?? "");
});

seenExactlyAt(PROMISE_LEVELS, "two lines joined in one are seen at every level", (lines, place) => {
  const at = Math.min(place, lines.length - 2);
  return lines.toSpliced(at, 2, `${lines[at]}${lines[at + 1]}`);
});

seenExactlyAt(
  PROMISE_LEVELS,
  "a member that is lost is seen at every level",
  instead((line) => line.replace(/,"list":\[\d+\]\}$/, "}")),
);

seenExactlyAt(
  PROMISE_LEVELS,
  "a member that is added is seen at every level",
  instead((line) => line.replace(/\}$/, ',"more":[]}')),
);

seenExactlyAt(
  ["bytes", "lines"],
  "space within a line is seen at levels bytes and lines only",
  instead((line) => line.replace(/^\{/, "{ ")),
);

seenExactlyAt(
  ["bytes", "lines"],
  "another key order is seen at levels bytes and lines only",
  instead((line) =>
    line.replace(/^\{(.*)(,"list":\[\d+\])\}$/s, (_, head, list) => `{${list.slice(1)},${head}}`),
  ),
);

seenExactlyAt(
  ["bytes", "lines"],
  "another spelling of a number is seen at levels bytes and lines only",
  instead((line) => line.replace(/\]\}$/, ".0]}")),
);

seenExactlyAt(
  ["bytes"],
  "another line end is seen at level bytes only",
  instead((line) => `${line}\r`),
);

seenExactlyAt(["bytes"], "a blank line is seen at level bytes only", (lines, place) =>
  lines.toSpliced(place, 0, " "),
);

const anyBytes = fc.oneof(
  stream.map(({ lines }) => join(lines)),
  fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
);

/** One byte of a stream overwritten, dropped, doubled or put in. */
const byteChange: fc.Arbitrary<Changed> = fc
  .tuple(anyBytes, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.constantFrom("overwrite", "drop", "insert"))
  .map(([before, chosen, difference, kind]) => {
    const place = chosen % before.length;
    const byte = Buffer.from([((before[place] ?? 0) + difference) % 256]);
    const kept = kind === "insert" ? place : place + 1;
    const after = [before.subarray(0, place), ...(kind === "drop" ? [] : [byte]), before.subarray(kept)];
    return { before, after: Buffer.concat(after) };
  });

holds(
  "a change of a single byte is seen at level bytes",
  byteChange,
  (changed) => seenAt(changed).includes("bytes"),
  {
    runs: 500,
  },
);

holds(
  "what a level sees, every stricter level sees too",
  fc.oneof(
    byteChange,
    fc.tuple(anyBytes, anyBytes).map(([before, after]) => ({ before, after })),
  ),
  (changed) => {
    const seen = seenAt(changed);
    return seen.join() === PROMISE_LEVELS.slice(0, seen.length).join();
  },
  { runs: 500 },
);

holds(
  "the same bytes are the same at every level",
  anyBytes,
  (bytes) => seenAt({ before: bytes, after: Buffer.from(bytes) }).length === 0,
);

/** Bytes that stand for themselves: no line end, no space, and so never a line's border. */
const VISIBLE = [..."abcxyz019_"];

holds(
  "a visible byte that becomes another one is seen at level lines",
  fc.tuple(
    fc.array(fc.constantFrom(...VISIBLE, "\n", "\r\n", " "), { minLength: 1 }),
    fc.nat(),
    fc.constantFrom(...VISIBLE),
  ),
  ([pieces, chosen, letter]) => {
    const place = chosen % pieces.length;
    const before = Buffer.from(pieces.toSpliced(place, 1, "A").join(""));
    const after = Buffer.from(pieces.toSpliced(place, 1, letter).join(""));
    return seenAt({ before, after }).includes("lines");
  },
);
