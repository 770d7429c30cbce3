import { connect } from "node:net";
import { test } from "tap";
import { ask, emit, eventOf, postText, receiverFor, StreamReader, unplaced } from "./peer.js";

const LINE = JSON.stringify(eventOf(0));

test("each malformed POST /events has its status and its words", async (t) => {
  const receiver = await receiverFor(t, { limits: { bodyBytes: 2_000, batchEvents: 3 } });
  const answer = async (
    body: string | Uint8Array,
    headers?: Readonly<Record<string, string>>,
  ): Promise<[number, unknown]> => {
    const { status, body: told } = await postText(receiver, body, headers);
    return [status, told];
  };
  const json = { "content-type": "application/json" };

  t.same(await answer(LINE, { "aep-version": "0.2" }), [426, { versions: ["0.1"] }]);
  t.same(await answer(LINE, { "aep-version": "" }), [426, { versions: ["0.1"] }]);
  t.same(await answer(LINE, { "content-type": "text/plain" }), [415, ""]);
  t.same(await answer(LINE, { "content-encoding": "gzip" }), [415, ""]);
  t.same(await answer("x".repeat(2_001)), [413, { error: "payload-too-large", max_bytes: 2_000 }]);
  t.same(await answer(`\n${LINE}\r\n`.repeat(4)), [413, { error: "too-many-events", max: 3, count: 4 }]);
  t.same(await answer("[1,2,3,4]", json), [413, { error: "too-many-events", max: 3, count: 4 }]);
  t.match(await answer(`\n{`), [400, { error: "invalid-json", line: 2, detail: /JSON/ }]);
  t.match(await answer("{", json), [400, { error: "invalid-json", detail: /JSON/ }]);
  t.match(await answer(new Uint8Array([0x22, 0xff, 0x22]), json), [
    400,
    { error: "invalid-json", detail: /valid/ },
  ]);
  t.same(await answer("7", json), [400, { error: "invalid-event", line: 1, detail: "not an object" }]);
  t.same(await answer(`${LINE}\n{"aep":"0.1"}`), [
    400,
    { error: "invalid-event", line: 2, detail: "missing/invalid id" },
  ]);
  t.same(await answer(JSON.stringify(unplaced({ type: "control.cancel", session: "s" }))), [
    403,
    { error: "unauthorized", line: 1 },
  ]);
  t.same((await ask(`${receiver.url}/healthz`)).body, {
    ok: true,
    sessions: 0,
    subscribers: 0,
    connections: 0,
    uptime_s: 0,
  });
});

test("a batch is taken whole or not at all", async (t) => {
  const receiver = await receiverFor(t);

  const refused = await postText(receiver, `${LINE}\n{"aep":"0.1"}\n`);
  const stream = await StreamReader.open(receiver, { from: "all", live: "0" });
  await stream.until(({ isEnded }) => isEnded);

  t.equal(refused.status, 400);
  t.same(stream.seqs, [], "the line before the wrong one is not there either");
});

test("POST /events takes one event, a list, and lines", async (t) => {
  const receiver = await receiverFor(t);
  const json = { "content-type": "application/json; charset=utf-8" };

  const statuses = [
    await postText(receiver, JSON.stringify(eventOf(0), null, 2), json),
    await postText(receiver, JSON.stringify([eventOf(1), eventOf(2)]), json),
    await postText(receiver, `\ufeff${JSON.stringify(eventOf(3))}\r\n\n \n${JSON.stringify(eventOf(4))}`),
    await postText(receiver, ""),
    await postText(receiver, "[]", json),
  ].map(({ status, body }) => [status, body]);
  const stream = await StreamReader.open(receiver, { from: "all", live: "0" });
  await stream.until(({ isEnded }) => isEnded);

  t.same(statuses, Array(5).fill([202, ""]));
  t.same(stream.seqs, [0, 1, 2, 3, 4]);
});

test("an event is what its source and id say: once", async (t) => {
  const receiver = await receiverFor(t);
  const stream = await StreamReader.open(receiver);
  const agent = unplaced({ type: "agent.started", id: "a" });

  await emit(receiver, eventOf(0), agent);
  await emit(
    receiver,
    eventOf(0),
    agent,
    eventOf(0, { source: "aep://other/agent/acp/session/s" }),
    eventOf(1),
  );
  await stream.until(({ seqs }) => seqs.includes(1));

  t.same(
    stream.events.map(({ id }) => id),
    ["s:0:0", undefined, "s:0:0", "s:0:1"],
  );
  stream.close();
});

test("a line is sent on as it was spelled", async (t) => {
  const receiver = await receiverFor(t);
  const spelled = LINE.replace('"seq":0', ' "seq" : 0,"data":{"big":12345678901234567890,"zero":1.0}');

  await postText(receiver, spelled);
  const stream = await StreamReader.open(receiver, { from: "all", live: "0" });
  await stream.until(({ isEnded }) => isEnded);

  t.equal(stream.events[0]?.data, spelled);
});

test("sessions that are written to least recently go first, and their end is told", async (t) => {
  const receiver = await receiverFor(t, { limits: { sessions: 2 } });
  await emit(
    receiver,
    eventOf(0, { session: "a" }),
    eventOf(0, { session: "b" }),
    eventOf(1, { session: "a" }),
  );
  await emit(receiver, eventOf(0, { session: "c" }));

  const all = await StreamReader.open(receiver, { from: "all", live: "0" });
  await all.until(({ isEnded }) => isEnded);
  const back = await StreamReader.open(receiver, { live: "0" }, { "last-event-id": "a:0:0" });
  await back.until(({ isEnded }) => isEnded);

  t.same(
    all.events.map(({ id }) => id),
    ["a:0:0", "a:0:1", "c:0:0"],
  );
  t.same(back.comments, ["replay-exhausted b 0:0", "replay-complete"]);
});

test("the kept events are bounded in bytes over all sessions", async (t) => {
  const receiver = await receiverFor(t, { limits: { bufferBytes: 5 * LINE.length } });
  await emit(receiver, eventOf(0, { session: "a" }), ...[...Array(9).keys()].map((seq) => eventOf(seq)));

  const all = await StreamReader.open(receiver, { from: "all", live: "0" });
  await all.until(({ isEnded }) => isEnded);

  t.same(
    all.events.map(({ id }) => id),
    ["s:0:4", "s:0:5", "s:0:6", "s:0:7", "s:0:8"],
  );
});

test("who sends too much, or breaks off, costs nobody else anything", async (t) => {
  const receiver = await receiverFor(t, { limits: { bodyBytes: 1_000 } });
  const { port } = receiver;
  const head =
    "POST /events HTTP/1.1\r\nHost: localhost\r\nAEP-Version: 0.1\r\nContent-Type: application/json\r\n";
  const raw = async (text: string): Promise<string> =>
    await new Promise((resolve) => {
      let answer = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      socket.on("data", (chunk) => {
        answer += String(chunk);
        socket.destroy();
      });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(answer));
      if (text.endsWith("{")) setTimeout(() => socket.destroy(), 20);
    });

  const endless = await raw(`${head}Transfer-Encoding: chunked\r\n\r\n800\r\n${"x".repeat(0x800)}\r\n`);
  const broken = await raw(`${head}Content-Length: 500\r\n\r\n{`);
  await emit(receiver, eventOf(0));

  t.match(endless, /^HTTP\/1\.1 413 /);
  t.equal(broken, "");
  t.equal((await ask(`${receiver.url}/healthz`)).status, 200);
});
