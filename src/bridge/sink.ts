import type { Buffer } from "node:buffer";

/** Whoever is told what became of written bytes. */
export interface SinkListener {
  /** All bytes of the last write are gone. */
  drained(): void;
  /** Some bytes of the last write are gone; the rest is still on its way. */
  progressed(): void;
  /** Nobody reads any more, or the bytes cannot be stored. */
  broken(): void;
}

/** One end that bytes are written to. */
export interface Sink {
  /** The descriptor, where handing it to another process is safe. */
  readonly fd: number | undefined;
  start(listener: SinkListener): void;
  /**
   * Writes one chunk. False means that part of it is still on its way, or that the sink is broken: nothing more may be
   * written until the listener is told `drained`.
   */
  write(chunk: Buffer): boolean;
  /** Gives the end back, so that its reader sees the end of the file. What is on its way is lost. */
  close(): void;
}
