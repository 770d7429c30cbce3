import type { Buffer } from "node:buffer";
import type { Writable } from "node:stream";
import type { Sink, SinkListener } from "./sink.js";

/** Writes to the stdin that child_process made, where no FIFO could be had. */
export class StreamSink implements Sink {
  readonly fd: undefined;
  readonly #stream: Writable;
  #listener: SinkListener | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  start(listener: SinkListener): void {
    this.#listener = listener;
    this.#stream.on("error", () => this.#listener?.broken());
  }

  write(chunk: Buffer): boolean {
    this.#stream.write(chunk, (error) => {
      if (!(error instanceof Error)) this.#listener?.drained();
    });
    return false;
  }

  close(): void {
    this.#listener = undefined;
    this.#stream.destroy();
  }
}
