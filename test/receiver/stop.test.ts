import { once } from "node:events";
import { connect } from "node:net";
import { test } from "tap";
import { ask, emit, eventOf, receiverFor, StreamReader } from "./peer.js";

test("a receiver that stops tells its readers, and takes nothing more", async (t) => {
  const receiver = await receiverFor(t);
  const stream = await StreamReader.open(receiver);

  const isGraceful = await receiver.stop();
  await stream.until(({ isEnded }) => isEnded);

  t.equal(isGraceful, true);
  t.same(stream.comments, ["shutting-down"]);
  await t.rejects(ask(`${receiver.url}/healthz`));
});

test("a reader that takes nothing holds the end up for as long as it may, and no longer", async (t) => {
  const receiver = await receiverFor(t, {
    limits: { stopMs: 50, disconnectAtBytes: Number.POSITIVE_INFINITY },
  });
  const socket = connect(receiver.port, "127.0.0.1");
  const closed = once(socket, "close");
  socket.on("error", () => undefined);
  socket.write("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(socket, "data");
  socket.pause();
  const data = { text: "x".repeat(1_000_000) };
  for (let seq = 0; seq < 20; seq += 1) await emit(receiver, eventOf(seq, { severity: "error", data }));

  const isGraceful = await receiver.stop();
  let text = "";
  socket.on("data", (chunk) => {
    text += String(chunk);
  });
  socket.resume();
  await closed;

  t.equal(isGraceful, false);
  t.notMatch(text, "shutting-down", "its connection was broken before it read so far");
});
