import { Buffer } from "node:buffer";
import type { Direction } from "../direction.js";

/**
 * The memory that one thread fills with a copy of the traffic while another reads it: a ring of records per direction, and
 * a few words beside them. Nothing here blocks or allocates, so that the writer can be a thread that must not be delayed.
 */
export interface RingMemory {
  readonly words: SharedArrayBuffer;
  readonly c2a: SharedArrayBuffer;
  readonly a2c: SharedArrayBuffer;
}

/** Indices of the shared words, all 32 bits wide. */
export const WORD = {
  /** Number of the last record that was published, in either ring; it wraps around. */
  sequence: 0,
  /** 1 while the reader waits to be woken. */
  isWaiting: 1,
  /** Offset at which the writer goes on, a ring. Only the writer changes it. */
  head: { c2a: 2, a2c: 4 },
  /** Offset at which the reader goes on, a ring. Only the reader changes it. */
  tail: { c2a: 3, a2c: 5 },
} as const;

const WORDS = 6;

/** What a record says about its bytes. */
export const KIND = { chunk: 1, end: 2, wrap: 3 } as const;

/** Bytes of a record's header; records begin at multiples of 8. */
export const HEADER_BYTES = 48;

/** Where each header field lies, in bytes from the record's beginning. */
export const FIELD = {
  kind: 0,
  length: 4,
  sequence: 8,
  gapIsAtLineStart: 12,
  gapLines: 16,
  gapBytes: 24,
  micros: 32,
} as const;

/** What was left out just before a record because the ring was full. */
export interface Gap {
  readonly bytes: number;
  /** Lines of which at least one byte was left out. */
  readonly lines: number;
  /** Was the last byte left out a line feed? Otherwise the next bytes are the rest of a line that is lost. */
  readonly isAtLineStart: boolean;
}

/** New memory. `bytes` of a ring is the longest burst, headers included, of which nothing is lost; a multiple of 8. */
export function makeRingMemory(bytes: Readonly<Record<Direction, number>>): RingMemory {
  return {
    words: new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT),
    c2a: new SharedArrayBuffer(bytes.c2a),
    a2c: new SharedArrayBuffer(bytes.a2c),
  };
}

/** The two views of one ring that its ends work with. */
export function ringViews(memory: SharedArrayBuffer): { readonly bytes: Buffer; readonly fields: DataView } {
  return { bytes: Buffer.from(memory), fields: new DataView(memory) };
}

/** Bytes that a record with so many of its own takes. */
export function recordBytes(length: number): number {
  return HEADER_BYTES + ((length + 7) & ~7);
}
