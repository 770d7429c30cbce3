import { Buffer } from "node:buffer";

/** How what an agent writes leaves it: as it comes, in pieces of so many bytes, or held back and then in one write. */
export class Outlet {
  /** Bytes of one piece; 0 for no cutting. */
  pieceBytes = 0;
  readonly #write: (bytes: Buffer) => void;
  #held: Buffer[] | undefined;

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
  }

  /** Does something wait here to leave? */
  get isHolding(): boolean {
    return this.#held !== undefined;
  }

  /** From here on nothing leaves. */
  hold(): void {
    this.#held ??= [];
  }

  /** What was held back leaves, joined. */
  flush(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    if (held.length > 0) this.put(Buffer.concat(held));
  }

  put(bytes: Buffer): void {
    if (this.#held !== undefined) {
      this.#held.push(bytes);
      return;
    }
    const size = this.pieceBytes === 0 ? bytes.length : this.pieceBytes;
    for (let start = 0; start < bytes.length; start += size) this.#write(bytes.subarray(start, start + size));
  }
}
