import { Buffer } from "node:buffer";
import type { Writable } from "node:stream";

/** What the harness asks of its probe agent. `payload` is bytes to write, or a JSON text. */
export type Order = "write" | "stderr" | "close-stdout" | "close-stdin" | "pause" | "resume" | "exit" | "die";

/** What the probe agent tells the harness. */
export type Report = "hello" | "input" | "input-end" | "written" | "output-broken" | "signal";

/** One record on the private socket between the harness and its probe agent. */
export interface ControlRecord<Kind extends string> {
  readonly kind: Kind;
  readonly payload: Buffer;
}

const ORDERS: readonly Order[] = [
  "write",
  "stderr",
  "close-stdout",
  "close-stdin",
  "pause",
  "resume",
  "exit",
  "die",
];
const REPORTS: readonly Report[] = ["hello", "input", "input-end", "written", "output-broken", "signal"];
const HEAD_BYTES = 5;

/** Writes u8 kind | u32 LE length | payload. */
export function writeOrder(socket: Writable, kind: Order, payload: Buffer): void {
  write(socket, ORDERS.indexOf(kind), payload);
}

/** As an order, the other way. */
export function writeReport(socket: Writable, kind: Report, payload: Buffer): void {
  write(socket, REPORTS.indexOf(kind), payload);
}

/** Reads records from the chunks of a socket. */
export class ControlReader<Kind extends string> {
  readonly #kinds: readonly Kind[];
  #chunks: Buffer[] = [];
  #pendingBytes = 0;
  /** Bytes that have to be there before the next record is whole. */
  #neededBytes = HEAD_BYTES;

  constructor(kinds: readonly Kind[]) {
    this.#kinds = kinds;
  }

  static forOrders(): ControlReader<Order> {
    return new ControlReader(ORDERS);
  }

  static forReports(): ControlReader<Report> {
    return new ControlReader(REPORTS);
  }

  push(chunk: Buffer): ControlRecord<Kind>[] {
    this.#chunks.push(chunk);
    this.#pendingBytes += chunk.length;
    // Chunks are joined only when that completes a record: joining at each of them would be quadratic.
    if (this.#pendingBytes < this.#neededBytes) return [];
    return this.#take(Buffer.concat(this.#chunks, this.#pendingBytes));
  }

  #take(bytes: Buffer): ControlRecord<Kind>[] {
    const records: ControlRecord<Kind>[] = [];
    let rest = bytes;
    this.#neededBytes = HEAD_BYTES;
    while (rest.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + rest.readUInt32LE(1);
      this.#neededBytes = end;
      if (rest.length < end) break;
      const kind = this.#kinds[rest[0] ?? 0];
      if (kind !== undefined) records.push({ kind, payload: rest.subarray(HEAD_BYTES, end) });
      rest = rest.subarray(end);
      this.#neededBytes = HEAD_BYTES;
    }
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#pendingBytes = rest.length;
    return records;
  }
}

/** In one system call and without a copy of the payload. */
function write(socket: Writable, kind: number, payload: Buffer): void {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(kind, 0);
  head.writeUInt32LE(payload.length, 1);
  socket.cork();
  socket.write(head);
  if (payload.length > 0) socket.write(payload);
  socket.uncork();
}
