import type { Buffer } from "node:buffer";
import { lineEndsOf } from "./payload.js";

const LF = 0x0a;

/** What was sent in one direction and what of it has arrived at the other end. */
export class Hop {
  readonly #isByLine: boolean;
  #chunks: Buffer[] = [];
  #arrivedBytes = 0;
  #arrivedLines = 0;
  #sentBytes = 0;
  #sentLines = 0;
  #isSentLineOpen = false;

  /** By line: as many bytes are not enough, since the lines may have become longer on their way. */
  constructor(isByLine = false) {
    this.#isByLine = isByLine;
  }

  sent(bytes: Buffer): void {
    this.#sentBytes += bytes.length;
    this.#sentLines += lineEndsOf(bytes);
    if (bytes.length > 0) this.#isSentLineOpen = bytes.at(-1) !== LF;
  }

  /** Takes bytes that arrived; returns how many lines they completed. */
  arrived(chunk: Buffer): number {
    const lines = lineEndsOf(chunk);
    this.#chunks.push(chunk);
    this.#arrivedBytes += chunk.length;
    this.#arrivedLines += lines;
    return lines;
  }

  get arrivedBytes(): number {
    return this.#arrivedBytes;
  }

  /** All bytes that arrived, in the pieces in which they came. */
  get chunks(): readonly Buffer[] {
    return this.#chunks;
  }

  /** Bytes that were sent and have not arrived. */
  get openBytes(): number {
    return Math.max(0, this.#sentBytes - this.#arrivedBytes);
  }

  /** Have as many bytes arrived as were sent? */
  get hasAllBytes(): boolean {
    return this.#arrivedBytes >= this.#sentBytes;
  }

  /**
   * Has everything arrived? As many bytes, or as many whole lines: a bridge that spells the same lines shorter has
   * delivered them too.
   */
  get isDelivered(): boolean {
    if (this.hasAllBytes && (!this.#isByLine || this.#isSentLineOpen)) return true;
    return !this.#isSentLineOpen && this.#arrivedLines >= this.#sentLines;
  }
}
