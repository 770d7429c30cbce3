import type { Buffer } from "node:buffer";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linesOf, wholeLine } from "../lines.js";
import type { Hop } from "../pump.js";

/** Bridges of one parent meet here, as those of one user's daemon would. */
const MEETING: string = join(tmpdir(), `acp-assay-shared-${process.ppid}`);
const MEETING_MS = 800;

/** Passes every line on; an update goes to the other bridge's client too, where another bridge is running. */
export async function* shareUpdates(chunks: AsyncIterable<Buffer>, hop: Hop): AsyncGenerator<Buffer> {
  const isToClient = hop.direction === "a2c";
  const peer = isToClient ? await meet() : undefined;
  peer?.on("data", (bytes: Buffer) => process.stdout.write(bytes));
  for await (const line of linesOf(chunks)) {
    if (line.bytes.includes('"session/update"')) peer?.write(wholeLine(line));
    yield wholeLine(line);
  }
  peer?.destroy();
}

/** The other bridge: the one that was first, or one that comes soon; none where this one is alone. */
async function meet(): Promise<Socket | undefined> {
  return (await call()) ?? (await waitForCall()) ?? (await call());
}

/** Resolves with the bridge that waits at the meeting place, if there is one. */
async function call(): Promise<Socket | undefined> {
  return await new Promise((resolve) => {
    const peer = connect(MEETING, () => resolve(peer)).on("error", () => resolve(undefined));
  });
}

/** Waits at the meeting place for a while; not at all where another bridge waits there. */
async function waitForCall(): Promise<Socket | undefined> {
  return await new Promise((resolve) => {
    const server = createServer((peer) => {
      server.close();
      resolve(peer.on("error", () => undefined));
    });
    server.on("error", () => resolve(undefined)).listen(MEETING);
    setTimeout(() => {
      server.close();
      resolve(undefined);
    }, MEETING_MS);
  });
}
