import { connect, type Socket } from "node:net";
import { test } from "tap";
import type { Receiver } from "../../src/receiver/receiver.js";
import { ask, emit, eventOf, receiverFor, StreamReader } from "./peer.js";

interface Roster {
  readonly connections: readonly { readonly id: string; readonly sent: number; readonly dropped: number }[];
}

/** A subscriber that reads nothing until it is told to. */
async function sleeperOf(port: number, path = "/stream"): Promise<Socket> {
  return await new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      socket.once("data", () => {
        socket.pause();
        resolve(socket);
      });
    });
  });
}

const data = { text: "x".repeat(50_000) };
const BATCH = 20;

/** Emits `count` events of 50 kB, in batches. */
async function emitMany(
  receiver: Receiver,
  count: number,
  more: (seq: number) => Readonly<Record<string, unknown>>,
): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    const seqs = [...Array(BATCH).keys()].map((index) => first + index);
    await emit(receiver, ...seqs.map((seq) => eventOf(seq, { data, ...more(seq) })));
  }
}

const severities = ["debug", "info", "notice", "error"] as const;

test("a slow reader loses debug and info only, and each of them is counted", async (t) => {
  const limits = { dropAtBytes: 200_000, disconnectAtBytes: Number.POSITIVE_INFINITY };
  const receiver = await receiverFor(t, { limits });
  const quick = await StreamReader.open(receiver);
  const sleeper = await sleeperOf(receiver.port);
  const count = 300;

  await emitMany(receiver, count, (seq) => ({ severity: severities[seq % 4] }));
  const { connections } = (await ask(`${receiver.url}/connections`)).body as Roster;
  let text = "";
  sleeper.on("data", (chunk) => {
    text += String(chunk);
  });
  sleeper.resume();
  await emit(receiver, eventOf(count, { severity: "error" }));
  await quick.until(({ events }) => events.length === count + 1);
  while (!text.includes(`id: s:0:${count}\n`)) await new Promise((resolve) => setTimeout(resolve, 5));
  sleeper.destroy();
  quick.close();

  const seqs = [...text.matchAll(/^id: s:0:(\d+)$/gm)].map(([, seq]) => Number(seq));
  const grave = [...Array(count).keys()].filter((seq) => seq % 4 >= 2);
  const slow = connections.find(({ dropped }) => dropped > 0);
  t.same(
    seqs.filter((seq) => seq % 4 >= 2),
    grave,
  );
  const left = [...Array(count).keys()].filter((seq) => !seqs.includes(seq)).map((seq) => seq % 4);
  t.same([...new Set(left)].sort(), [0, 1], "some of debug and some of info were left out");
  t.equal((slow?.dropped ?? 0) + seqs.length, count + 1);
  t.same(quick.seqs, [...Array(count + 1).keys()], "who reads lost nothing, though each batch was of 1 MB");
});

test("a reader that reads nothing at all is disconnected", async (t) => {
  const receiver = await receiverFor(t, { limits: { dropAtBytes: 1_000, disconnectAtBytes: 300_000 } });
  const sleeper = await sleeperOf(receiver.port);
  const closed = new Promise((resolve) => sleeper.once("close", resolve));
  sleeper.on("error", () => undefined);

  await emitMany(receiver, 300, () => ({ severity: "error" }));
  sleeper.resume();
  await closed;

  t.same((await ask(`${receiver.url}/connections`)).body, { connections: [] });
});

test("a replay waits for its reader, and what comes meanwhile follows it without a gap", async (t) => {
  const receiver = await receiverFor(t, { limits: { dropAtBytes: 1_000, disconnectAtBytes: 300_000 } });
  await emitMany(receiver, 100, () => ({}));

  const stream = await StreamReader.open(receiver, { from: "all" });
  for (let seq = 100; seq < 200; seq += 1) await emit(receiver, eventOf(seq));
  await stream.until(({ events }) => events.length >= 200);

  t.same(stream.seqs, [...Array(200).keys()], "5 MB of past are more than a live reader may leave unread");
  t.same(stream.comments, ["replay-complete"]);
  stream.close();
});

test("a reader that leaves its replay lying is disconnected", async (t) => {
  const receiver = await receiverFor(t, { limits: { stallMs: 50 } });
  await emitMany(receiver, 300, () => ({}));
  const sleeper = await sleeperOf(receiver.port, "/stream?from=all");
  const isConnected = async (): Promise<boolean> =>
    ((await ask(`${receiver.url}/connections`)).body as Roster).connections.length > 0;

  const before = await isConnected();
  while (await isConnected()) await new Promise((resolve) => setTimeout(resolve, 5));
  sleeper.destroy();

  t.equal(before, true);
});
