import { once } from "node:events";
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, resolve } from "node:path";
import type { Duplex } from "node:stream";
import { createAdaptorServer } from "@hono/node-server";
import { WebSocketServer } from "ws";
import { Fault } from "../fault.js";
import { FrameFeed } from "./frame-feed.js";
import { Access } from "./http/access.js";
import { createApp } from "./http/app.js";
import type { Parts } from "./http/parts.js";
import { SocketConnection, upgradeRefusal } from "./http/socket.js";
import { Hub } from "./hub.js";
import { DEFAULT_LIMITS, type Limits } from "./limits.js";
import { Roster } from "./roster.js";
import { SessionLog } from "./session-log.js";
import { type OpenTraffic, openIgnoredTraffic } from "./tap-traffic.js";

/** The ports that are tried when none is given, in this order. */
export const PORT_BAND: readonly number[] = [19_050, 19_051, 19_052, 19_053, 19_054];
const ADDRESS = "127.0.0.1";
const MAX_CONNECTIONS = 1_024;
const KEPT_MS = 120_000;

export interface ReceiverOptions {
  /** The one port to listen on, 0 for any; the first free one of the band where it is left out. */
  readonly port?: number;
  /** Where the logs of sessions go; nowhere where it is left out. */
  readonly data?: string;
  readonly token?: string;
  readonly limits?: Partial<Limits>;
  /** Takes the lines of tees; without it they are counted. */
  readonly openTraffic?: OpenTraffic;
  /** Told, in one line, what went wrong and was survived. */
  readonly warn?: (words: string) => void;
}

/** A receiver that runs. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** Ends every connection and writes out the logs. False where connections had to be broken after `stopMs`. */
  stop(): Promise<boolean>;
}

/** Starts a receiver on the loopback address. Throws a usage fault where no port is free or no log can be written. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { data, token, openTraffic = openIgnoredTraffic, warn = () => undefined } = options;
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  if (data !== undefined) requireFolder(data);
  const log = data === undefined ? undefined : new SessionLog(data, warn);
  const stopping = new AbortController();
  const parts: Parts = {
    hub: new Hub(limits, log),
    access: new Access(token),
    roster: new Roster(),
    frames: new FrameFeed(),
    limits,
    openTraffic,
    warn,
    stopping: stopping.signal,
  };
  const server = createServer(parts);
  const sockets = acceptSockets(server, parts);
  const port = await listen(server, options.port === undefined ? PORT_BAND : [options.port]);
  const heartbeat = setInterval(() => parts.roster.pingAll(), limits.heartbeatMs);
  const stop = async (): Promise<boolean> => {
    stopping.abort();
    clearInterval(heartbeat);
    const isGraceful = await endConnections(server, sockets, parts);
    await log?.flushed();
    return isGraceful;
  };
  let stopped: Promise<boolean> | undefined;
  return {
    port,
    url: `http://${ADDRESS}:${port}`,
    stop: async () => {
      stopped ??= stop();
      return await stopped;
    },
  };
}

function requireFolder(path: string): void {
  try {
    makeFolder(resolve(path));
    accessSync(path, constants.W_OK);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new Fault("usage", `Cannot write logs to "${path}": ${code}`, { cause });
  }
}

/** Makes a folder and those above it. Node's own way of that never ends below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function createServer(parts: Parts): Server {
  // Without HTTP/2 options it is a server of node:http.
  const server = createAdaptorServer({
    fetch: createApp(parts).fetch,
    overrideGlobalObjects: false,
  }) as Server;
  // A tap stream is one request for as long as its tee runs.
  server.requestTimeout = 0;
  server.maxConnections = MAX_CONNECTIONS;
  // An emitter whose kept connection ends just when it sends again has to send twice.
  server.keepAliveTimeout = KEPT_MS;
  // A connection that has become idle when the receiver stops would stay for as long as it may be kept alive. The server's
  // own closeIdleConnections() takes one for idle whose last answer is not yet read.
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.on("close", () => {
      if (parts.stopping.aborted) socket.end();
    });
  });
  return server;
}

function acceptSockets(server: Server, parts: Parts): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: parts.limits.bodyBytes,
    perMessageDeflate: false,
  });
  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const status = upgradeRefusal(request, parts);
    if (status === undefined) {
      sockets.handleUpgrade(request, stream, head, (socket) => new SocketConnection(socket, parts));
      return;
    }
    stream.on("error", () => stream.destroy());
    stream.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n${cors(parts)}\r\n`,
    );
  });
  return sockets;
}

function cors({ access }: Parts): string {
  const headers = Object.entries(access.corsHeaders(undefined));
  return headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
}

async function listen(server: Server, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    try {
      server.listen(port, ADDRESS);
      await once(server, "listening");
      // A server on a port has an address of this form.
      return (server.address() as AddressInfo).port;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EADDRINUSE") continue;
      throw new Fault("usage", `Cannot listen on ${ADDRESS}:${port}: ${String(code ?? error)}`, {
        cause: error,
      });
    }
  }
  const names = ports.length === 1 ? `port ${ports[0]} is` : `ports ${ports[0]} to ${ports.at(-1)} are all`;
  throw new Fault("usage", `Cannot listen on ${ADDRESS}: ${names} taken`);
}

async function endConnections(server: Server, sockets: WebSocketServer, parts: Parts): Promise<boolean> {
  const closed = once(server, "close");
  server.close();
  parts.roster.shutDownAll();
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), parts.limits.stopMs);
  });
  const isGraceful = await Promise.race([closed.then(() => true), expired]);
  clearTimeout(timer);
  for (const socket of sockets.clients) socket.terminate();
  server.closeAllConnections();
  return isGraceful;
}
