import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type Test, test } from "tap";
import { type ClientOptions, WebSocket } from "ws";
import type { Receiver } from "../../src/receiver/receiver.js";
import { emit, eventOf, receiverFor, unplaced } from "./peer.js";

type Frame = Readonly<Record<string, unknown>>;

/** A client of the socket that remembers what it was told. */
class Peer {
  readonly frames: Frame[] = [];
  readonly closed: Promise<unknown[]>;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = once(socket, "close").then(([code, reason]) => [code, String(reason)]);
    // What a close was for is told by its code.
    socket.on("error", () => undefined);
    socket.on("message", (data) => this.frames.push(JSON.parse(String(data)) as Frame));
  }

  say(frame: unknown): void {
    this.#socket.send(
      typeof frame === "string" || frame instanceof Uint8Array ? frame : JSON.stringify(frame),
    );
  }

  async until(isTrue: (frames: readonly Frame[]) => boolean): Promise<void> {
    const deadline = Date.now() + 5_000;
    while (!isTrue(this.frames)) {
      if (Date.now() > deadline) throw new Error(`Not so in time: ${JSON.stringify(this.frames)}`);
      await delay(2);
    }
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }
}

async function connectTo(
  t: Test,
  { port }: Receiver,
  path = "/socket",
  options?: ClientOptions,
): Promise<Peer> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, options);
  t.teardown(() => socket.terminate());
  const peer = new Peer(socket);
  await once(socket, "open");
  return peer;
}

async function greeted(t: Test, receiver: Receiver): Promise<Peer> {
  const peer = await connectTo(t, receiver);
  peer.say({ type: "hello", aep: "0.1" });
  await peer.until((frames) => frames.length === 1);
  return peer;
}

test("a socket that does not begin with hello is told so and closed", async (t) => {
  const receiver = await receiverFor(t);
  const refused = async (first: unknown): Promise<unknown[]> => {
    const peer = await connectTo(t, receiver);
    peer.say(first);
    const [code] = await peer.closed;
    return [code, ...peer.frames];
  };

  t.same(await refused({ type: "subscribe" }), [1002, { type: "error", error: "hello-required" }]);
  t.same(await refused(eventOf(0)), [1002, { type: "error", error: "hello-required" }]);
  t.same(await refused("no JSON"), [1002, { type: "error", error: "hello-required" }]);
  t.same(await refused("null"), [1002, { type: "error", error: "hello-required" }]);
  const version = { type: "error", error: "version-unsupported", versions: ["0.1"] };
  t.same(await refused({ type: "hello", aep: "0.2" }), [1002, version]);
  t.same(await refused({ type: "hello" }), [1002, version]);
  t.same(await refused(new Uint8Array([1])), [1003, { type: "error", error: "binary-unsupported" }]);
});

test("hello is answered with what the receiver can do", async (t) => {
  const receiver = await receiverFor(t);
  const peer = await connectTo(t, receiver);

  peer.say({ type: "hello", aep: ["0.9", "0.1"], capabilities: { control: { accepts: [] } } });
  await peer.until((frames) => frames.length === 1);

  t.match(peer.frames[0], { type: "hello", aep: ["0.1"], role: "collector", capabilities: { control: {} } });
});

test("a wrong frame has its error, and the socket stays", async (t) => {
  const peer = await greeted(t, await receiverFor(t));

  peer.say("{");
  peer.say(eventOf(-1));
  peer.say({ type: "dance" });
  peer.say(unplaced({ type: "control.pause", session: "s", id: "order" }));
  peer.say({ type: "subscribe", filter: 1 });
  peer.say({ type: "subscribe", from: "start" });
  peer.say({ type: "ping" });
  await peer.until((frames) => frames.length === 8);

  t.same(peer.frames.slice(1), [
    { type: "error", error: "bad-json" },
    { type: "error", error: "invalid-event", cause: "s-0--1", detail: "seq required (integer >= 0)" },
    { type: "error", error: "invalid-event", cause: null, detail: "unsupported aep version: undefined" },
    { type: "error", error: "unauthorized", cause: "order" },
    { type: "error", error: "bad-subscribe", detail: "bad filter JSON" },
    { type: "error", error: "bad-subscribe", detail: "bad from JSON" },
    { type: "pong" },
  ]);
});

test("a binary frame after hello closes the socket, and so does one that is too long", async (t) => {
  const receiver = await receiverFor(t, { limits: { bodyBytes: 1_000 } });
  const [binary, long] = [await greeted(t, receiver), await greeted(t, receiver)];

  binary.say(new Uint8Array([1]));
  long.say("x".repeat(1_001));

  t.same(await binary.closed, [1003, "binary-unsupported"]);
  t.equal((await long.closed)[0], 1009);
});

test("a socket emits, subscribes, replays and changes its mind", async (t) => {
  const receiver = await receiverFor(t, { limits: { bufferEvents: 2 } });
  const [emitter, reader] = [await greeted(t, receiver), await greeted(t, receiver)];
  for (const seq of [0, 1, 2]) emitter.say(eventOf(seq));
  emitter.say({ type: "ping" });
  await emitter.until((frames) => frames.length === 2);

  reader.say({ type: "subscribe", from: ["s:0:0"], capture: "none" });
  await reader.until((frames) => frames.length === 4);
  emitter.say(eventOf(3));
  await reader.until((frames) => frames.length === 5);
  reader.say({ type: "subscribe", filter: { type: "run.*" }, from: "all", live: 0 });
  await reader.until((frames) => frames.length === 6);
  emitter.say(eventOf(4));
  reader.say({ type: "ping" });
  await reader.until((frames) => frames.length === 7);

  const lowered = (seq: number): object => eventOf(seq, { capture: "none" });
  t.same(reader.frames.slice(1), [
    lowered(1),
    lowered(2),
    { type: "replay-complete" },
    lowered(3),
    { type: "replay-complete" },
    { type: "pong" },
  ]);
});

test("a socket is told what is gone", async (t) => {
  const receiver = await receiverFor(t);
  const peer = await greeted(t, receiver);

  peer.say({ type: "subscribe", from: [{ session: "gone", epoch: 2, seq: 7 }] });
  await peer.until((frames) => frames.length === 3);

  t.same(peer.frames[1], { type: "replay-exhausted", session: "gone", epoch: 2, seq: 7 });
});

test("a socket shows that it lives, and one that answers nothing is ended", async (t) => {
  const receiver = await receiverFor(t, { limits: { heartbeatMs: 30 } });
  const [lively, dead] = [await greeted(t, receiver), await greeted(t, receiver)];
  dead.pause();

  await lively.until((frames) => frames.filter(({ type }) => type === "ping").length >= 3);
  dead.resume();

  t.equal((await dead.closed)[0], 1006, "broken off, not closed");
  lively.say({ type: "ping" });
  await lively.until((frames) => frames.some(({ type }) => type === "pong"));
});

test("a reader of the socket that is too slow is closed with 1013", async (t) => {
  const limits = { dropAtBytes: 1_000, disconnectAtBytes: 100_000 };
  const receiver = await receiverFor(t, { limits });
  const peer = await greeted(t, receiver);
  peer.say({ type: "subscribe" });
  await delay(20);
  peer.pause();

  const data = { text: "x".repeat(100_000) };
  for (let seq = 0; seq < 150; seq += 10) {
    const seqs = [...Array(10).keys()].map((index) => seq + index);
    await emit(receiver, ...seqs.map((one) => eventOf(one, { severity: "notice", data })));
  }
  peer.resume();

  t.same(await peer.closed, [1013, "too slow"]);
});

test("who may not connect gets an HTTP status", async (t) => {
  const receiver = await receiverFor(t, { token: "right" });
  const open = await receiverFor(t);
  const refused = async (to: Receiver, path: string, options: ClientOptions = {}): Promise<unknown> => {
    const socket = new WebSocket(`ws://127.0.0.1:${to.port}${path}`, options);
    const [error] = await once(socket, "error");
    return String(error).replace(/.*: /, "");
  };

  t.equal(await refused(receiver, "/socket"), "401");
  t.equal(await refused(receiver, "/socket?access_token=wrong"), "401");
  t.equal(await refused(receiver, "/elsewhere?access_token=right"), "404");
  t.equal(await refused(open, "/socket", { headers: { host: "evil.example" } }), "403");
  t.equal(await refused(open, "/socket", { origin: "https://evil.example" }), "403");
  await connectTo(t, receiver, "/socket?access_token=right");
  await connectTo(t, receiver, "/socket", { headers: { authorization: "Bearer right" } });
});
