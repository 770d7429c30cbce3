import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { spawnPlain } from "../../plain-node.js";

/** What may be wrong with somebody to whom observations are sent. */
export const SERVER_FAULTS = [
  "refuses",
  "never accepts",
  "hangs after accepting",
  "resets",
  "answers garbage",
  "answers 500",
  "answers slowly",
] as const;

export type ServerFault = (typeof SERVER_FAULTS)[number];

const ANSWER = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n";

const BEHAVIOURS: Readonly<
  Record<Exclude<ServerFault, "refuses" | "never accepts">, (socket: Socket) => void>
> = {
  "hangs after accepting": (socket) => socket.pause(),
  resets: (socket) => socket.once("data", () => socket.resetAndDestroy()),
  "answers garbage": (socket) => socket.once("data", () => socket.write(randomBytes(10_000))),
  "answers 500": (socket) => {
    socket.on("data", () => socket.write("HTTP/1.1 500 Trouble\r\nContent-Length: 0\r\n\r\n"));
  },
  "answers slowly": (socket) => {
    let at = 0;
    const timer = setInterval(() => socket.write(ANSWER.charAt(at++ % ANSWER.length)), 100);
    socket.resume().once("close", () => clearInterval(timer));
  },
};

/** Starts a faulty server on this machine and gives its port; `teardown` is told how to stop it. */
export async function faultyServer(
  fault: ServerFault,
  teardown: (stop: () => void) => unknown,
): Promise<number> {
  if (fault === "never accepts") return neverAccepting(teardown);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    if (fault !== "refuses") BEHAVIOURS[fault](socket);
  });
  const port = await listen(server);
  teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  if (fault === "refuses") server.close();
  return port;
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A process that listens and never looks; once its queue is full, whoever connects is left without any answer. */
async function neverAccepting(teardown: (stop: () => void) => unknown): Promise<number> {
  const program = `
    const server = require("node:net").createServer();
    server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      require("node:fs").writeSync(1, String(server.address().port) + "\\n");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = spawnPlain([process.execPath, "-e", program], tmpdir());
  teardown(() => child.kill("SIGKILL"));
  const [text] = await once(child.stdout, "data");
  const port = Number(text);
  for (let isFull = false; !isFull; ) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    teardown(() => socket.destroy());
    isFull = await Promise.race([
      once(socket, "connect").then(() => false),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 300)),
    ]);
  }
  return port;
}
