import { Buffer } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { type TapRecord, TapRecordParser, tapChunkHeader, tapDropped } from "../src/wire/tap-record.js";
import { holds } from "./holds.js";
import { chunked } from "./wire-bytes.js";

const direction = fc.constantFrom("c2a" as const, "a2c" as const);
const micros = fc.maxSafeNat();
const chunk = fc.tuple(direction, micros, fc.uint8Array({ maxLength: 40 })).map(
  ([way, at, bytes]): TapRecord => ({
    kind: "chunk",
    direction: way,
    micros: at,
    bytes: Buffer.from(bytes),
  }),
);
const dropped = fc
  .tuple(direction, micros, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }))
  .map(([way, at, bytes]): TapRecord => ({ kind: "dropped", direction: way, micros: at, bytes }));
const written = fc
  .array(fc.oneof(chunk, dropped))
  .chain((records) =>
    chunked(fc.constant(Buffer.concat(records.map(write)))).map(({ chunks }) => ({ records, chunks })),
  );

function write(one: TapRecord): Buffer {
  if (one.kind === "chunk") {
    return Buffer.concat([tapChunkHeader(one.direction, one.micros, one.bytes.length), one.bytes]);
  }
  return tapDropped(one.direction ?? "c2a", one.micros, one.bytes);
}

holds(
  "the records of a tap stream are those that were written, whatever its chunks",
  written,
  ({ records, chunks }) => {
    const parser = new TapRecordParser();
    const read = chunks.flatMap((bytes) => parser.push(bytes));
    return isDeepStrictEqual(read, records) && parser.pendingBytes === 0 && parser.malformed === undefined;
  },
);

holds(
  "any bytes are read as records or as a malformed stream, never as a throw",
  fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 12 }),
  (chunks) => {
    const parser = new TapRecordParser(64);
    const read = chunks.flatMap((bytes) => parser.push(Buffer.from(bytes)));
    return read.every(({ kind }) => kind === "chunk" || kind === "dropped");
  },
);
