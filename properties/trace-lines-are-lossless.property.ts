import { Buffer } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Direction } from "../src/wire/direction.js";
import type { LineEnd } from "../src/wire/line-splitter.js";
import { formatTraceLine, type Hop, parseTraceLine, type TraceLine } from "../src/wire/trace-line.js";
import { holds } from "./holds.js";

const bytes = fc
  .oneof(
    fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array)),
    fc.string({ unit: "binary", maxLength: 20 }).map((text) => Buffer.from(text)),
    fc.constantFrom("", "\r", "\ufeff{}", "\u2028", "\u0000").map((text) => Buffer.from(text)),
  )
  .map((buffer) => buffer.filter((byte) => byte !== 0x0a))
  .map((array) => Buffer.from(array));

const lines: fc.Arbitrary<TraceLine> = fc
  .record({
    t: fc.maxSafeNat(),
    hop: fc.constantFrom<(Hop | undefined)[]>("client", "agent", undefined),
    direction: fc.constantFrom<Direction[]>("c2a", "a2c"),
    bytes,
    eol: fc.constantFrom<LineEnd[]>("\n", "\r\n", ""),
    cutBytes: fc.oneof(fc.constant(0), fc.maxSafeNat()),
  })
  .map(({ hop, cutBytes, ...line }) => ({
    ...line,
    ...(hop !== undefined && { hop }),
    ...(cutBytes > 0 && { cutBytes }),
  }));

holds("a trace line gives back the frame it was written from, in one line of text", lines, (line) => {
  const text = formatTraceLine(line);
  return !text.includes("\n") && isDeepStrictEqual(parseTraceLine(text), line);
});
