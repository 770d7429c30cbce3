import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/** Bytes of which each fingerprint is made; a difference is found to this exactness. */
const STRETCH_BYTES = 4_194_304;

/** What passed one place, as the digests of equal stretches, however it was cut into chunks. */
export class Fingerprint {
  readonly digests: string[] = [];
  bytes = 0;
  #hash = createHash("sha256");

  add(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      const room = STRETCH_BYTES - (this.bytes % STRETCH_BYTES);
      const part = rest.subarray(0, room);
      this.#hash.update(part);
      this.bytes += part.length;
      rest = rest.subarray(part.length);
      if (this.bytes % STRETCH_BYTES === 0) this.#close();
    }
  }

  /** Stretches that differ from another's, once both are over; missing ones differ. */
  differences(other: Fingerprint): number {
    for (const each of [this, other]) each.#close();
    const stretches = Math.max(this.digests.length, other.digests.length);
    return Array.from({ length: stretches }, (_, at) => at).filter(
      (at) => this.digests[at] !== other.digests[at],
    ).length;
  }

  #close(): void {
    this.digests.push(this.#hash.digest("hex"));
    this.#hash = createHash("sha256");
  }
}
