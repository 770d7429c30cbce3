import type { Buffer } from "node:buffer";
import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { errorCode } from "../system-error.js";
import { release } from "./descriptor.js";
import type { Sink, SinkListener } from "./sink.js";

/** So little is written through the event loop to wait for room; small, so that a slow reader is seen to make progress. */
const WAITING_BYTES = 4_096;

/** Writes to a pipe or a socket: at once where there is room, and else as soon as the reader makes room. */
export class PipeSink implements Sink {
  readonly fd: number;
  #socket: Socket | undefined;
  #listener: SinkListener | undefined;

  constructor(fd: number) {
    this.fd = fd;
  }

  start(listener: SinkListener): void {
    this.#listener = listener;
    this.#socket = new Socket({ fd: this.fd, readable: false, writable: true });
    this.#socket.on("error", () => this.#break());
  }

  write(chunk: Buffer): boolean {
    let written = 0;
    try {
      written = writeSync(this.fd, chunk, 0, chunk.length);
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") {
        this.#break();
        return false;
      }
    }
    if (written === chunk.length) return true;
    this.#writeWhenRoom(chunk.subarray(written));
    return false;
  }

  close(): void {
    if (this.#listener === undefined) return;
    this.#listener = undefined;
    if (this.fd <= 2) this.#socket?.once("close", () => release(this.fd));
    this.#socket?.destroy();
  }

  #writeWhenRoom(rest: Buffer): void {
    this.#socket?.write(rest.subarray(0, WAITING_BYTES), (error) => {
      // An error is reported by the event of that name.
      if (error instanceof Error) return;
      this.#listener?.progressed();
      const remaining = rest.subarray(WAITING_BYTES);
      if (remaining.length === 0 || this.write(remaining)) this.#listener?.drained();
    });
  }

  #break(): void {
    this.#listener?.broken();
  }
}
