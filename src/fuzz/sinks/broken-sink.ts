import { createServer, type Server, type Socket } from "node:net";
import { Fault } from "../../fault.js";
import { SERVER_FAULTS, type SinkFault } from "./sink-fault.js";

/** A sink that is broken in one way, for the time of one run. */
export interface BrokenSink {
  /** What the bridge is told to use: a file, or a URL. */
  readonly value: string;
  close(): void;
}

/** Below /proc nobody can make a file, not even root. */
const FILES: Readonly<Record<string, string>> = {
  "full disk": "/dev/full",
  "missing directory": "/proc/acp-assay/missing/file",
  directory: "/",
  "not permitted": "/proc/version",
};

const TRICKLE_MS = 200;
const SERVERS: Readonly<Record<string, (socket: Socket) => void>> = {
  "hangs after accepting": (socket) => socket.pause(),
  resets: (socket) => socket.resetAndDestroy(),
  "answers 500": (socket) =>
    socket.once("data", () => socket.end("HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n")),
  "answers garbage": (socket) => socket.once("data", () => socket.write("\u0000\u00ff no HTTP at all\n\n")),
  "answers slowly": (socket) => {
    const timer = setInterval(() => socket.write("H"), TRICKLE_MS);
    socket.once("close", () => clearInterval(timer));
  },
};

/** Opens a sink with this fault; what listens is on the loopback address. */
export async function openBrokenSink({ kind }: SinkFault): Promise<BrokenSink> {
  const file = FILES[kind];
  if (file !== undefined) return { value: file, close: () => undefined };
  if (SERVER_FAULTS.every((known) => known !== kind)) {
    throw new Fault("usage", `Cannot play: there is no sink fault "${kind}"`);
  }
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
    SERVERS[kind]?.(socket);
  });
  const port = await listen(server);
  const close = (): void => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  // Nobody listens any more on a port that was just given back.
  if (kind === "refuses") close();
  return { value: `http://127.0.0.1:${port}`, close };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Fault("harness", "Cannot listen on 127.0.0.1");
  return address.port;
}
