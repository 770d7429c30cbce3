import type { Buffer } from "node:buffer";

/** Bytes of one chunk, and so the most that one direction ever holds in memory. */
export const SLOT_BYTES = 65_536;

/** Whoever is given what a source reads. */
export interface SourceListener {
  /**
   * Takes one chunk. False asks for no more until `resume`; until then the chunk's memory is left alone, afterwards it is
   * used again.
   */
  take(chunk: Buffer): boolean;
  /** There is nothing more to read: end of file, or an error that amounts to it. */
  ended(): void;
}

/** What is left in a source whose writer is known to be gone. */
export type Remainder =
  /** All was read, up to the end of the file. */
  | "ended"
  /** The listener asked to hold. */
  | "holding"
  /** All that is there was read, but somebody else still has the other end open. */
  | "open"
  /** This kind of source cannot tell. */
  | "unknown";

/** One end that bytes are read from. */
export interface Source {
  /** The descriptor, where reading it directly is safe. */
  readonly fd: number | undefined;
  start(listener: SourceListener): void;
  resume(): void;
  /** Reads, in this very call, what is there at this moment. */
  readRemainder(): Remainder;
  /** Gives the end back, so that whoever writes into it sees EPIPE. */
  close(): void;
}
