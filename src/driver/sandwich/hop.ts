import { Buffer } from "node:buffer";

const LF = 0x0a;

/** What was sent in one direction and what of it has arrived at the other end. */
export class Hop {
  #chunks: Buffer[] = [];
  #arrivedBytes = 0;
  #arrivedLines = 0;
  #sentBytes = 0;
  #sentLines = 0;
  #isSentLineOpen = false;

  sent(bytes: Buffer): void {
    this.#sentBytes += bytes.length;
    this.#sentLines += countLines(bytes);
    if (bytes.length > 0) this.#isSentLineOpen = bytes.at(-1) !== LF;
  }

  /** Takes bytes that arrived; returns how many lines they completed. */
  arrived(chunk: Buffer): number {
    const lines = countLines(chunk);
    this.#chunks.push(chunk);
    this.#arrivedBytes += chunk.length;
    this.#arrivedLines += lines;
    return lines;
  }

  get arrivedBytes(): number {
    return this.#arrivedBytes;
  }

  /** All bytes that arrived. */
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks, this.#arrivedBytes);
  }

  /**
   * Has everything arrived? As many bytes, or as many whole lines: a bridge that spells the same lines shorter has
   * delivered them too.
   */
  get isDelivered(): boolean {
    if (this.#arrivedBytes >= this.#sentBytes) return true;
    return !this.#isSentLineOpen && this.#arrivedLines >= this.#sentLines;
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) count += 1;
  return count;
}
