import type { Buffer } from "node:buffer";
import type { Readable } from "node:stream";
import type { Remainder, Source, SourceListener } from "./source.js";

/** Reads anything else that Node can read: files, devices, terminals, the pipes of child_process. */
export class StreamSource implements Source {
  readonly fd: undefined;
  readonly #stream: Readable;
  readonly #release: () => void;
  #listener: SourceListener | undefined;
  #isHolding = false;

  /** `release` gives the end back; what that takes depends on the kind of stream. */
  constructor(stream: Readable, release: () => void) {
    this.#stream = stream;
    this.#release = release;
  }

  start(listener: SourceListener): void {
    this.#listener = listener;
    // Not "data": when its child exits, child_process resumes a paused stream behind our back.
    this.#stream
      .on("readable", () => this.#pull())
      .once("end", () => this.#listener?.ended())
      .on("error", () => this.#listener?.ended());
  }

  resume(): void {
    this.#isHolding = false;
    this.#pull();
  }

  readRemainder(): Remainder {
    return "unknown";
  }

  close(): void {
    if (this.#listener === undefined) return;
    this.#listener = undefined;
    this.#release();
  }

  #pull(): void {
    while (!this.#isHolding && this.#listener !== undefined) {
      const chunk: Buffer | null = this.#stream.read();
      if (chunk === null) return;
      this.#isHolding = !this.#listener.take(chunk);
    }
  }
}
