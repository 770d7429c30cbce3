import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { TIMED_OUT, within } from "../../../../src/driver/deadline.js";
import type { JsonObject } from "../../../../src/wire/message.js";

/** What a recording MCP server has told of itself. */
export interface Visit {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The messages that it was sent. */
  readonly messages: JsonObject[];
  isEnded: boolean;
}

/**
 * MCP servers on stdio that tell the harness, over a local socket, how they were started and what they were sent. So
 * there is no need to ask the agent, nor to wait for a file.
 */
export class McpRecorder {
  readonly visits: Visit[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new Set<() => void>();

  private constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => this.#welcome(socket));
  }

  static async open(): Promise<McpRecorder> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    return new McpRecorder(server);
  }

  /** The entry of mcpServers that starts a recording server of this name. */
  entry(name: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): JsonObject {
    const address = this.#server.address();
    const port = typeof address === "object" && address !== null ? String(address.port) : "";
    return {
      name,
      command: process.execPath,
      args: [SCRIPT, port, name, ...args],
      env: Object.entries(env).map(([key, value]) => ({ name: key, value })),
    };
  }

  /** Waits until this is so of a visit of that name; undefined when it does not become so in time. */
  async until(name: string, isSo: (visit: Visit) => boolean, ms: number): Promise<Visit | undefined> {
    const find = (): Visit | undefined => this.visits.find((visit) => visit.name === name && isSo(visit));
    let look = (): void => undefined;
    const seen = new Promise<void>((resolve) => {
      look = () => {
        if (find() !== undefined) resolve();
      };
    });
    this.#waiting.add(look);
    look();
    const outcome = await within(seen, ms);
    this.#waiting.delete(look);
    return outcome === TIMED_OUT ? undefined : find();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #welcome(socket: Socket): void {
    this.#sockets.add(socket);
    let visit: Visit | undefined;
    socket.on("error", () => undefined);
    createInterface(socket).on("line", (line) => {
      // The recording server's own words, which are JSON.
      const told = JSON.parse(line) as JsonObject;
      if (visit === undefined) {
        visit = { ...(told as unknown as Visit), messages: [], isEnded: false };
        this.visits.push(visit);
      } else visit.messages.push(told);
      this.#look();
    });
    socket.on("close", () => {
      if (visit !== undefined) visit.isEnded = true;
      this.#look();
    });
  }

  #look(): void {
    for (const look of this.#waiting) look();
  }
}

const SCRIPT = join(import.meta.dirname, "recording-server.js");

/** Was the server sent MCP's initialize? */
export function isConnected({ messages }: Visit): boolean {
  return messages.some(({ method }) => method === "initialize");
}
