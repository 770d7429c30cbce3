import type { Buffer } from "node:buffer";
import { write } from "node:fs";
import { release } from "./descriptor.js";
import type { Sink, SinkListener } from "./sink.js";

/** How long to wait before asking again a terminal that somebody else made non-blocking and that has no room. */
const RETRY_MS = 5;

/**
 * Writes to a file, a device, a terminal, or a socket whose description we share with the agent's stderr: without
 * changing any flag of the description, and not on the main thread, since each of them may block.
 */
export class FileSink implements Sink {
  readonly fd: number;
  #listener: SinkListener | undefined;

  constructor(fd: number) {
    this.fd = fd;
  }

  start(listener: SinkListener): void {
    this.#listener = listener;
  }

  write(chunk: Buffer): boolean {
    write(this.fd, chunk, 0, chunk.length, null, (error, written) => {
      if (error?.code === "EAGAIN") setTimeout(() => this.write(chunk), RETRY_MS);
      else if (error !== null) this.#listener?.broken();
      else if (written === chunk.length) this.#listener?.drained();
      else {
        this.#listener?.progressed();
        this.write(chunk.subarray(written));
      }
    });
    return false;
  }

  close(): void {
    if (this.#listener === undefined) return;
    this.#listener = undefined;
    release(this.fd);
  }
}
