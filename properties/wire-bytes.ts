import { Buffer } from "node:buffer";
import fc from "fast-check";

/** Bytes among which line ends, and what could be taken for one, are frequent. */
export const wireBytes: fc.Arbitrary<Buffer> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...["\n", "\r", "\r\n", "\n\n", "\r\r\n", "a", " ", "\0", "\u2028", "é"].map(Buffer.from),
      ),
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
    ),
    { maxLength: 24 },
  )
  .map((pieces) => Buffer.concat(pieces));

/** A stream, and the same stream as the chunks in which it comes; some may be empty. */
export interface ChunkedBytes {
  readonly whole: Buffer;
  readonly chunks: readonly Buffer[];
}

/** The same bytes, cut at any borders. */
export function chunked(bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<ChunkedBytes> {
  return bytes.chain((whole) =>
    fc.array(fc.nat({ max: whole.length }), { maxLength: 12 }).map((borders) => {
      const places = [0, ...borders.sort((left, right) => left - right), whole.length];
      const chunks = places.slice(1).map((end, place) => whole.subarray(places[place], end));
      return { whole, chunks };
    }),
  );
}
