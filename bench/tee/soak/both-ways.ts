import type { Buffer } from "node:buffer";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Direction } from "../../../src/wire/direction.js";
import { launch } from "../../../test/bridge/editor.js";
import { behindTee, fixture } from "../../../test/bridge/subject.js";
import { relayBeside } from "../process-facts.js";
import { Fingerprint } from "./fingerprint.js";
import type { Traffic } from "./traffic.js";

/** An acp-tee with both of its ends in our hands, and the process that carries the bytes. */
export interface LivingTee {
  readonly relay: number;
  readonly ends: Readonly<Record<Direction, { readonly from: Writable; readonly to: Readable }>>;
  close(): void;
}

/** What passed, and how many stretches of it did not arrive as they were written. */
export interface Passed {
  readonly bytes: number;
  readonly differences: number;
}

/** Starts an observing acp-tee, which becomes an agent that dials back to this process. */
export async function openTee(options: readonly string[]): Promise<LivingTee> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const dialled = once(server, "connection");
  const stops: (() => void)[] = [];
  const argv = behindTee([...options, ...fixture("dials-back", `${port}`)]);
  const editor = await launch((stop) => stops.push(stop), "sockets", argv, { collect: false });
  const [socket]: readonly Socket[] = await dialled;
  const relay = relayBeside(editor.child.pid ?? 0);
  if (socket === undefined || relay === undefined) throw new Error("Cannot start acp-tee as front");
  return {
    relay,
    ends: { c2a: { from: editor.input, to: socket }, a2c: { from: socket, to: editor.output } },
    close: () => {
      socket.destroy();
      server.close();
      for (const stop of stops) stop();
    },
  };
}

/** How fast to write, and when to stop, by performance.now(). */
export interface Pace {
  readonly blocksPerSecond: number;
  readonly until: number;
}

/** Writes until the traffic or the time is over, and waits until as many bytes have arrived. */
export async function pass(
  { ends }: LivingTee,
  direction: Direction,
  traffic: Traffic,
  { blocksPerSecond, until }: Pace,
): Promise<Passed> {
  const { from, to } = ends[direction];
  const sent = new Fingerprint();
  const received = new Fingerprint();
  const take = (chunk: Buffer): void => received.add(chunk);
  to.on("data", take);
  const started = performance.now();
  let blocks = 0;
  for (const block of traffic) {
    sent.add(block);
    if (!from.write(block)) await once(from, "drain");
    blocks += 1;
    const early = started + (blocks / blocksPerSecond) * 1_000 - performance.now();
    if (early > 1) await delay(early);
    if (performance.now() > until) break;
  }
  while (received.bytes < sent.bytes) await once(to, "data");
  to.off("data", take);
  return { bytes: sent.bytes, differences: sent.differences(received) };
}
