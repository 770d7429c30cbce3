import type { Buffer } from "node:buffer";
import { readSync } from "node:fs";
import { Socket, type SocketConstructorOpts } from "node:net";
import { errorCode } from "../system-error.js";
import { release } from "./descriptor.js";
import type { Slots } from "./slots.js";
import type { Remainder, Source, SourceListener } from "./source.js";

/**
 * A pipe larger than this cannot be had without privileges (pipe(7), /proc/sys/fs/pipe-max-size), so whatever comes after
 * that many bytes was written after the writer was gone.
 */
const LARGEST_PIPE_BYTES = 1_048_576;

/** Reads a pipe or a socket, each chunk into the memory that it is told to use. */
export class PipeSource implements Source {
  readonly fd: number;
  readonly #slots: Slots;
  #socket: Socket | undefined;
  #listener: SourceListener | undefined;

  constructor(fd: number, slots: Slots) {
    this.fd = fd;
    this.#slots = slots;
  }

  start(listener: SourceListener): void {
    this.#listener = listener;
    // `onread` is documented for connect() but is taken by the constructor as well (Node 20, 22, 24); the type lacks it.
    const options: SocketConstructorOpts & { readonly onread: unknown } = {
      fd: this.fd,
      readable: true,
      writable: false,
      onread: {
        buffer: this.#slots,
        callback: (length: number, slot: Buffer) => listener.take(slot.subarray(0, length)),
      },
    };
    this.#socket = new Socket(options);
    // A reset connection is an end like any other: the agent cannot be shown more than the end of its stdin.
    this.#socket.once("end", () => this.#end()).once("error", () => this.#end());
  }

  resume(): void {
    this.#socket?.resume();
  }

  readRemainder(): Remainder {
    // Or the event loop would fill the slot again while the listener still holds it.
    this.#socket?.pause();
    const remainder = this.#readAll();
    if (remainder === "open") this.#socket?.resume();
    return remainder;
  }

  close(): void {
    this.#listener = undefined;
    // libuv closes what lies above the standard descriptors, we close those.
    if (this.fd <= 2) this.#socket?.once("close", () => release(this.fd));
    this.#socket?.destroy();
  }

  #readAll(): Remainder {
    for (let bytes = 0; this.#listener !== undefined && bytes <= LARGEST_PIPE_BYTES; ) {
      const slot = this.#slots();
      let length: number;
      try {
        length = readSync(this.fd, slot);
      } catch (error) {
        return errorCode(error) === "EAGAIN" ? "open" : "ended";
      }
      if (length === 0) return "ended";
      bytes += length;
      if (!this.#listener.take(slot.subarray(0, length))) return "holding";
    }
    return "open";
  }

  #end(): void {
    this.#listener?.ended();
  }
}
