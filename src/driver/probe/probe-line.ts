import { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import { ControlReader, type ControlRecord, type Order, type Report, writeOrder } from "./control.js";

/** What the harness hears from its probe agent. */
export interface ProbeListener {
  /** It dialled back; `surroundings` is a JSON text of its arguments, directory and marked environment variable. */
  hello(surroundings: string): void;
  input(chunk: Buffer): void;
  inputEnd(): void;
  /** So many more bytes have left the probe agent through its stdout. */
  written(byteCount: number): void;
  outputBroken(): void;
  signal(name: string): void;
  /** The probe agent is gone. */
  gone(): void;
}

const NOTHING = Buffer.alloc(0);

/** The private socket to one probe agent. */
export class ProbeLine {
  readonly #socket: Socket;

  constructor(socket: Socket, listener: ProbeListener) {
    this.#socket = socket;
    const reports = ControlReader.forReports();
    socket.on("data", (chunk) => {
      for (const report of reports.push(chunk)) hear(report, listener);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => listener.gone());
  }

  /** Gives an order. */
  order(kind: Order, payload: Buffer | string = NOTHING): void {
    writeOrder(this.#socket, kind, typeof payload === "string" ? Buffer.from(payload) : payload);
  }

  /** Cuts the line; the probe agent ends with it. */
  close(): void {
    this.#socket.destroy();
  }
}

function hear({ kind, payload }: ControlRecord<Report>, listener: ProbeListener): void {
  switch (kind) {
    case "hello":
      listener.hello(payload.toString());
      break;
    case "input":
      listener.input(payload);
      break;
    case "input-end":
      listener.inputEnd();
      break;
    case "written":
      listener.written(payload.readUInt32LE(0));
      break;
    case "output-broken":
      listener.outputBroken();
      break;
    case "signal":
      listener.signal(payload.toString());
      break;
  }
}
