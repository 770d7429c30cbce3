import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Fault } from "../../fault.js";

const PROBE_AGENT = fileURLToPath(new URL("probe-agent.js", import.meta.url));

/** The private socket that probe agents dial: every start of the command is one call. */
export class ProbeExchange {
  /** The command that starts a probe agent: this takes the place of `{agent}`. */
  readonly argv: readonly string[];
  readonly #server: Server;
  readonly #folder: string;

  private constructor(server: Server, folder: string, socketPath: string) {
    this.argv = [process.execPath, PROBE_AGENT, socketPath];
    this.#server = server;
    this.#folder = folder;
  }

  /** Opens the socket in a directory that only this user may enter; `accept` is given each call. */
  static async open(accept: (socket: Socket) => void): Promise<ProbeExchange> {
    const folder = makeFolder();
    const socketPath =
      process.platform === "win32" ? `\\\\.\\pipe\\${folder.replace(/\W/g, "-")}` : join(folder, "s");
    const server = createServer(accept);
    const exchange = new ProbeExchange(server, folder, socketPath);
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(socketPath, resolve);
      });
    } catch (error) {
      exchange.close();
      throw new Fault(
        "usage",
        `Cannot listen on a socket in "${folder}": ${String(error)}; a shorter TMPDIR may help`,
        { cause: error },
      );
    }
    return exchange;
  }

  /** Takes no more calls; lines that are open stay open. */
  close(): void {
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "acp-assay-probe-"));
  } catch (error) {
    throw new Fault("usage", `Cannot make a directory in "${tmpdir()}": ${String(error)}`, { cause: error });
  }
}
