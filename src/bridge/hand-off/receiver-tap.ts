import { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import type { Direction } from "../../wire/direction.js";
import { tapChunkHeader, tapDropped } from "../../wire/tap-record.js";
import type { HandOff } from "./hand-off.js";

/** More than this is not kept for a receiver that does not read, or that is not yet there. */
const MOST_WAITING_BYTES = 262_144;

/** A receiver that is not there is looked for again so often, while there is traffic. */
const RECONNECT_MS = 1_000;

const CRLF = Buffer.from("\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** Where the receiver listens, on this machine, and the token that it wants. */
export interface ReceiverAddress {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
}

/**
 * Hands chunks as they were read to a receiver on this machine, which does the observing (DESIGN.md, "Tap stream"). A
 * write that would have to wait is not made: those chunks are counted, and the count is sent in their place.
 */
export class ReceiverTap implements HandOff {
  readonly #address: ReceiverAddress;
  #socket: Socket | undefined;
  #connectAt = 0;
  readonly #dropped: Record<Direction, number> = { c2a: 0, a2c: 0 };
  readonly #open = new Set<Direction>(["c2a", "a2c"]);
  #whenOver: () => void = () => undefined;

  constructor(address: ReceiverAddress) {
    this.#address = address;
  }

  offer(direction: Direction, chunk: Buffer): void {
    if (chunk.length === 0) this.#end(direction);
    else if (!this.#send(direction, chunk)) this.#dropped[direction] += chunk.length;
  }

  async drain(ms: number): Promise<void> {
    if (this.#socket === undefined || ms <= 0) return;
    await new Promise<void>((resolve) => {
      this.#whenOver = resolve;
      setTimeout(resolve, ms);
    });
  }

  #send(direction: Direction, chunk: Buffer): boolean {
    const socket = this.#socket ?? this.#connect();
    if (socket === undefined || socket.writableLength + chunk.length > MOST_WAITING_BYTES) return false;
    const micros = Math.round(performance.now() * 1_000);
    const { c2a, a2c } = this.#dropped;
    const bytes = chunk.length;
    const head = tapChunkHeader(direction, micros, bytes);
    // One write, of a copy: what the socket cannot take at once it keeps, and the chunk's memory is used again.
    socket.write(chunked([...this.#takeDropped(micros), head, chunk]), (error) => {
      if (!(error instanceof Error)) return;
      this.#dropped.c2a += c2a;
      this.#dropped.a2c += a2c;
      this.#dropped[direction] += bytes;
    });
    return true;
  }

  #takeDropped(micros: number): Buffer[] {
    const counts: Buffer[] = [];
    for (const direction of ["c2a", "a2c"] as const) {
      if (this.#dropped[direction] > 0) counts.push(tapDropped(direction, micros, this.#dropped[direction]));
      this.#dropped[direction] = 0;
    }
    return counts;
  }

  #end(direction: Direction): void {
    this.#open.delete(direction);
    if (this.#open.size > 0) return;
    const socket = this.#socket;
    if (socket === undefined) return;
    const counts = this.#takeDropped(Math.round(performance.now() * 1_000));
    if (counts.length > 0) socket.write(chunked(counts));
    socket.end(LAST_CHUNK);
  }

  #connect(): Socket | undefined {
    if (performance.now() < this.#connectAt) return undefined;
    this.#connectAt = performance.now() + RECONNECT_MS;
    const { host, port, token } = this.#address;
    const socket = connect({ host, port, noDelay: true });
    socket.unref();
    // Whatever it answers, there is nothing to be done about it here; unread, it would keep the connection from ending.
    socket.resume();
    socket.on("error", () => undefined).once("close", () => this.#lost());
    const authorization = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
    const name = host.includes(":") ? `[${host}]` : host;
    socket.write(
      `POST /tap HTTP/1.1\r\nHost: ${name}:${port}\r\n${authorization}Transfer-Encoding: chunked\r\nContent-Type: application/octet-stream\r\n\r\n`,
    );
    this.#socket = socket;
    return socket;
  }

  #lost(): void {
    this.#socket = undefined;
    this.#whenOver();
  }
}

/** One chunk of a chunked body (RFC 9112, 7.1). */
function chunked(pieces: readonly Buffer[]): Buffer {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return Buffer.concat([Buffer.from(`${length.toString(16)}\r\n`), ...pieces, CRLF]);
}
