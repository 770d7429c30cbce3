import { Buffer } from "node:buffer";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Fault } from "../../fault.js";
import { ControlReader, type ControlRecord, encodeOrder, type Order, type Report } from "./control.js";

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

const PROBE_AGENT = fileURLToPath(new URL("probe-agent.js", import.meta.url));
const NOTHING = Buffer.alloc(0);

/** The harness's end of the private socket on which one probe agent dials back. */
export class ProbeLink {
  /** The command that starts the probe agent: this takes the place of `{agent}`. */
  readonly argv: readonly string[];
  readonly #server: Server;
  readonly #folder: string;
  readonly #listener: ProbeListener;
  #socket: Socket | undefined;
  #waiting: Buffer[] = [];

  private constructor(server: Server, folder: string, socketPath: string, listener: ProbeListener) {
    this.argv = [process.execPath, PROBE_AGENT, socketPath];
    this.#server = server;
    this.#folder = folder;
    this.#listener = listener;
    server.on("connection", (socket) => this.#accept(socket));
  }

  /** Opens the socket in a directory that only this user may enter. */
  static async open(listener: ProbeListener): Promise<ProbeLink> {
    const folder = makeFolder();
    const socketPath =
      process.platform === "win32" ? `\\\\.\\pipe\\${folder.replace(/\W/g, "-")}` : join(folder, "s");
    const server = createServer();
    const link = new ProbeLink(server, folder, socketPath, listener);
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(socketPath, resolve);
      });
    } catch (error) {
      link.close();
      throw new Fault(
        "usage",
        `Cannot listen on a socket in "${folder}": ${String(error)}; a shorter TMPDIR may help`,
        {
          cause: error,
        },
      );
    }
    return link;
  }

  /** Gives an order; orders given before the probe agent dialled back wait for it. */
  order(kind: Order, payload: Buffer | string = NOTHING): void {
    const bytes = encodeOrder(kind, Buffer.from(payload));
    if (this.#socket === undefined) this.#waiting.push(bytes);
    else this.#socket.write(bytes);
  }

  /** Cuts the line; the probe agent ends with it. */
  close(): void {
    this.#socket?.destroy();
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #accept(socket: Socket): void {
    // One agent per run: a second one would mix two streams.
    if (this.#socket !== undefined) {
      socket.destroy();
      return;
    }
    this.#socket = socket;
    const reports = ControlReader.forReports();
    socket.on("data", (chunk) => {
      for (const report of reports.push(chunk)) this.#hear(report);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => this.#listener.gone());
    for (const bytes of this.#waiting) socket.write(bytes);
    this.#waiting = [];
  }

  #hear({ kind, payload }: ControlRecord<Report>): void {
    switch (kind) {
      case "hello":
        this.#listener.hello(payload.toString());
        break;
      case "input":
        this.#listener.input(payload);
        break;
      case "input-end":
        this.#listener.inputEnd();
        break;
      case "written":
        this.#listener.written(payload.readUInt32LE(0));
        break;
      case "output-broken":
        this.#listener.outputBroken();
        break;
      case "signal":
        this.#listener.signal(payload.toString());
        break;
    }
  }
}

function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "acp-assay-probe-"));
  } catch (error) {
    throw new Fault("usage", `Cannot make a directory in "${tmpdir()}": ${String(error)}`, { cause: error });
  }
}
