import { Buffer } from "node:buffer";
import type { Direction } from "./direction.js";

/**
 * One record of a tap stream, the body of `POST /tap`: a chunk as a tee read it, or how much of one direction the tee
 * had to leave out. Bytes are in the order of the stream, so a gap lies between the chunks around it.
 */
export type TapRecord =
  | {
      readonly kind: "chunk";
      readonly direction: Direction;
      /** Microseconds since the tee started. */
      readonly micros: number;
      readonly bytes: Buffer;
    }
  | {
      readonly kind: "dropped";
      /** Undefined where the tee does not tell it: then there may be a gap either way. */
      readonly direction: Direction | undefined;
      readonly micros: number;
      /** How many bytes were left out. */
      readonly bytes: bigint;
    };

/** Bytes in front of each record's own: u8 kind, u64 LE microseconds, u32 LE length. */
export const TAP_HEADER_BYTES = 13;

/** The longest record that the parser takes when it is given no other limit. */
export const MAX_TAP_RECORD_BYTES: number = 16 * 1024 * 1024;

const DIRECTIONS: readonly Direction[] = ["c2a", "a2c"];
const DROPPED = 2;
const COUNT_BYTES = 8;

/** What a tee writes in front of a chunk of `length` bytes, so that the chunk itself is not copied. */
export function tapChunkHeader(direction: Direction, micros: number, length: number): Buffer {
  return header(DIRECTIONS.indexOf(direction), micros, length);
}

/** What a tee writes where it left out `bytes` bytes: their count as u64, and behind it the direction as in a chunk. */
export function tapDropped(direction: Direction, micros: number, bytes: bigint | number): Buffer {
  const body = Buffer.alloc(COUNT_BYTES + 1);
  body.writeBigUInt64LE(BigInt(bytes));
  body.writeUInt8(DIRECTIONS.indexOf(direction), COUNT_BYTES);
  return Buffer.concat([header(DROPPED, micros, body.length), body]);
}

/** Reads records from a tap stream that is cut into chunks at any place. */
export class TapRecordParser {
  readonly #maxRecordBytes: number;
  #pieces: Buffer[] = [];
  #pendingBytes = 0;
  #malformed: string | undefined;

  constructor(maxRecordBytes: number = MAX_TAP_RECORD_BYTES) {
    this.#maxRecordBytes = maxRecordBytes;
  }

  /** Why the stream cannot be read on, as "unknown record kind 7"; undefined as long as it can. */
  get malformed(): string | undefined {
    return this.#malformed;
  }

  /** Bytes of the record that has begun and not ended: not zero at the end of a stream that was cut off. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Takes a chunk and returns the records that it completes; none once the stream is malformed. */
  push(chunk: Buffer): TapRecord[] {
    if (this.#malformed !== undefined) return [];
    this.#pieces.push(chunk);
    this.#pendingBytes += chunk.length;
    const records: TapRecord[] = [];
    for (let record = this.#next(); record !== undefined; record = this.#next()) records.push(record);
    return records;
  }

  #next(): TapRecord | undefined {
    if (this.#malformed !== undefined || this.#pendingBytes < TAP_HEADER_BYTES) return undefined;
    const head = this.#peek(TAP_HEADER_BYTES);
    const kind = head.readUInt8(0);
    const micros = head.readBigUInt64LE(1);
    const length = head.readUInt32LE(9);
    this.#malformed = headFault(kind, micros, length, this.#maxRecordBytes);
    if (this.#malformed !== undefined || this.#pendingBytes < TAP_HEADER_BYTES + length) return undefined;
    const body = this.#take(TAP_HEADER_BYTES + length).subarray(TAP_HEADER_BYTES);
    const direction = DIRECTIONS[kind];
    if (direction !== undefined) return { kind: "chunk", direction, micros: Number(micros), bytes: body };
    return this.#dropped(Number(micros), body);
  }

  #dropped(micros: number, body: Buffer): TapRecord | undefined {
    const way = body[COUNT_BYTES];
    const direction = way === undefined ? undefined : DIRECTIONS[way];
    if (way !== undefined && direction === undefined) {
      this.#malformed = `unknown direction ${way} of a dropped record`;
      return undefined;
    }
    return { kind: "dropped", direction, micros, bytes: body.readBigUInt64LE(0) };
  }

  #peek(bytes: number): Buffer {
    const [first] = this.#pieces;
    if (first !== undefined && first.length >= bytes) return first;
    const whole = Buffer.concat(this.#pieces, this.#pendingBytes);
    this.#pieces = [whole];
    return whole;
  }

  #take(bytes: number): Buffer {
    const whole = this.#peek(bytes);
    const rest = whole.subarray(bytes);
    this.#pieces = rest.length > 0 ? [rest, ...this.#pieces.slice(1)] : this.#pieces.slice(1);
    this.#pendingBytes -= bytes;
    return whole.subarray(0, bytes);
  }
}

function header(kind: number, micros: number, length: number): Buffer {
  const bytes = Buffer.alloc(TAP_HEADER_BYTES);
  bytes.writeUInt8(kind, 0);
  bytes.writeBigUInt64LE(BigInt(Math.trunc(micros)), 1);
  bytes.writeUInt32LE(length, 9);
  return bytes;
}

function headFault(kind: number, micros: bigint, length: number, limit: number): string | undefined {
  if (kind > DROPPED) return `unknown record kind ${kind}`;
  if (micros > BigInt(Number.MAX_SAFE_INTEGER)) return `time ${micros} µs is beyond 2^53`;
  if (kind === DROPPED && length !== COUNT_BYTES && length !== COUNT_BYTES + 1) {
    return `a dropped record of ${length} bytes, expected 8 or 9`;
  }
  return length > limit ? `a record of ${length} bytes, limit is ${limit}` : undefined;
}
