import { test } from "tap";
import { ask, emit, eventOf, receiverFor, StreamReader, unplaced } from "./peer.js";

const COMPLETE = "replay-complete";
const isComplete = ({ comments }: StreamReader): boolean => comments.includes(COMPLETE);

test("a stream brings what comes, as type, data and position", async (t) => {
  const receiver = await receiverFor(t);
  const stream = await StreamReader.open(receiver);

  await emit(receiver, eventOf(0), unplaced({ type: "agent.started", id: "a" }));
  await stream.until(({ events }) => events.length === 2);

  const [first, second] = stream.events;
  t.same({ id: first?.id, event: first?.event }, { id: "s:0:0", event: "tool.requested" });
  t.equal(first?.data, JSON.stringify(eventOf(0)));
  t.same({ id: second?.id, event: second?.event }, { id: undefined, event: "agent.started" });
  stream.close();
});

test("without a place to begin there is no past", async (t) => {
  const receiver = await receiverFor(t);
  await emit(receiver, eventOf(0));
  const stream = await StreamReader.open(receiver);

  await emit(receiver, eventOf(1));
  await stream.until(({ events }) => events.length === 1);

  t.same(stream.seqs, [1]);
  t.same(stream.comments, []);
  stream.close();
});

test("from=all replays everything and stays; live=0 ends behind the replay", async (t) => {
  const receiver = await receiverFor(t);
  await emit(receiver, eventOf(0), eventOf(7, { session: "other" }), eventOf(1));

  const stream = await StreamReader.open(receiver, { from: "all" });
  await stream.until(isComplete);
  await emit(receiver, eventOf(2));
  await stream.until(({ events }) => events.length === 4);
  const ended = await StreamReader.open(receiver, { from: "all", live: "0" });
  await ended.until(({ isEnded }) => isEnded);
  const empty = await StreamReader.open(receiver, { live: "0" });
  await empty.until(({ isEnded }) => isEnded);

  t.same(stream.seqs, [0, 7, 1, 2]);
  t.same(ended.seqs, [0, 7, 1, 2]);
  t.same([empty.seqs, empty.comments], [[], [COMPLETE]]);
  stream.close();
});

test("from a list of positions, each session is sent from behind its own", async (t) => {
  const receiver = await receiverFor(t);
  await emit(receiver, ...[0, 1, 2].map((seq) => eventOf(seq)), eventOf(0, { epoch: 1, id: "later" }));
  await emit(
    receiver,
    eventOf(5, { session: "b" }),
    eventOf(6, { session: "b" }),
    eventOf(0, { session: "c" }),
  );

  const from = [{ session: "s", seq: 1 }, "b:0:5"];
  const stream = await StreamReader.open(receiver, { from: JSON.stringify(from), live: "0" });
  await stream.until(({ isEnded }) => isEnded);

  t.same(
    stream.events.map(({ id }) => id),
    ["s:0:2", "s:1:0", "b:0:6"],
  );
});

test("a subscriber that comes back is sent what it missed, in every session", async (t) => {
  const receiver = await receiverFor(t);
  await emit(receiver, eventOf(0), eventOf(0, { session: "b" }), eventOf(1), eventOf(1, { session: "b" }));

  const stream = await StreamReader.open(receiver, { live: "0" }, { "last-event-id": "b:0:0" });
  await stream.until(({ isEnded }) => isEnded);

  t.same(
    stream.events.map(({ id }) => id),
    ["s:0:1", "b:0:1"],
    "one id stands for all sessions that were read",
  );
  t.same(stream.comments, [COMPLETE]);
});

test("an event that comes late to its session is not lost to who comes back", async (t) => {
  const receiver = await receiverFor(t);
  await emit(receiver, eventOf(0), eventOf(2), eventOf(1));

  const stream = await StreamReader.open(receiver, { live: "0" }, { "last-event-id": "s:0:2" });
  await stream.until(({ isEnded }) => isEnded);

  t.same(stream.seqs, [1]);
});

test("a stream says what is gone", async (t) => {
  const receiver = await receiverFor(t, { limits: { bufferEvents: 3 } });
  await emit(receiver, ...[0, 1, 2, 3, 4].map((seq) => eventOf(seq)));

  const told = async (query: Record<string, string>, lastEventId = ""): Promise<unknown[]> => {
    const stream = await StreamReader.open(
      receiver,
      { live: "0", ...query },
      { "last-event-id": lastEventId },
    );
    await stream.until(({ isEnded }) => isEnded);
    return [stream.seqs, stream.comments];
  };

  t.same(await told({ from: '["s:0:0"]' }), [
    [2, 3, 4],
    ["replay-exhausted s 0:2", COMPLETE],
  ]);
  t.same(await told({ from: '["s:0:1"]' }), [[2, 3, 4], [COMPLETE]], "nothing is missing behind 1");
  t.same(await told({}, "s:0:0"), [
    [2, 3, 4],
    ["replay-exhausted s 0:2", COMPLETE],
  ]);
  t.same(
    await told({}, "nobody:0:9"),
    [
      [2, 3, 4],
      ["replay-exhausted nobody 0:9", "replay-exhausted s 0:2", COMPLETE],
    ],
    "where the last seen event is unknown, all is sent: twice is better than never",
  );
  t.same(await told({ from: "all" }), [[2, 3, 4], [COMPLETE]], "who asks for what there is misses nothing");
});

test("epochs far beyond 2^13 keep their order", async (t) => {
  const receiver = await receiverFor(t);
  const epoch = 1_700_000_000_000;
  await emit(receiver, eventOf(0, { epoch }), eventOf(1, { epoch }), eventOf(2, { epoch }));

  const stream = await StreamReader.open(receiver, { from: `["s:${epoch}:1"]`, live: "0" });
  await stream.until(({ isEnded }) => isEnded);

  t.same(stream.seqs, [2], "one key of epoch and seq would have found nothing");
});

test("a filter names attributes, lists and beginnings", async (t) => {
  const receiver = await receiverFor(t);
  await emit(
    receiver,
    eventOf(0, { type: "run.started" }),
    eventOf(1, { type: "run.failed", severity: "error" }),
    eventOf(2, { type: "x.acp.plan.updated", severity: "debug" }),
    eventOf(3, { session: "b" }),
  );
  const seen = async (filter: unknown): Promise<number[]> => {
    const query = { filter: JSON.stringify(filter), from: "all", live: "0" };
    return (await (await StreamReader.open(receiver, query)).until(({ isEnded }) => isEnded)).seqs;
  };

  t.same(await seen({ type: "run.*" }), [0, 1]);
  t.same(await seen({ severity: ["error", "info"] }), [0, 1, 3], "info is what an event has that names none");
  t.same(await seen({ session: "s", type: ["run.failed", "x.acp.*"] }), [1, 2]);
  t.same(await seen({ toString: "x" }), [], "what an event does not have matches nothing");
  t.same(await seen({}), [0, 1, 2, 3]);
});

test("a capture ceiling takes the data away and leaves the sequence whole", async (t) => {
  const receiver = await receiverFor(t);
  await emit(
    receiver,
    eventOf(0, { data: { a: 1 } }),
    eventOf(1, { capture: "redacted", data: { secret: "x" } }),
    eventOf(2, { capture: "none" }),
  );
  const query = { capture: "metadata", from: "all", live: "0" };
  const stream = await (await StreamReader.open(receiver, query)).until(({ isEnded }) => isEnded);

  t.same(
    stream.events.map(({ data }) => JSON.parse(data) as unknown),
    [eventOf(0, { data: { a: 1 } }), eventOf(1, { capture: "metadata" }), eventOf(2, { capture: "none" })],
  );
});

test("a question that makes no sense is refused with the words of the contract", async (t) => {
  const { url } = await receiverFor(t, { limits: { sessions: 2 } });
  const refused = async (query: string, headers = {}): Promise<unknown[]> => {
    const { status, body } = await ask(`${url}/stream?${query}`, { headers });
    return [status, body];
  };

  t.same(await refused("filter={"), [400, "bad filter JSON"]);
  t.same(await refused("filter=[]"), [400, "bad filter JSON"]);
  t.same(await refused("from={}"), [400, "bad from JSON"]);
  t.same(await refused("from=["), [400, "bad from JSON"]);
  t.same(await refused('from=[{"session":"s"}]'), [400, "bad from JSON"]);
  t.same(await refused('from=["a:0:0","b:0:0","c:0:0"]'), [400, "from too large"]);
  t.same(await refused("capture=everything"), [400, "bad capture"]);
  t.same(await refused("", { "last-event-id": "nonsense" }), [400, "bad Last-Event-ID"]);
});

test("a quiet stream shows that it lives", async (t) => {
  const stream = await StreamReader.open(await receiverFor(t, { limits: { heartbeatMs: 10 } }));

  await stream.until(({ comments }) => comments.filter((one) => one === "ping").length >= 2);

  t.same(stream.events, []);
  stream.close();
});

test("ids of any session survive the way through a header", async (t) => {
  const receiver = await receiverFor(t);
  const session = "a:b\r\nevent: x\n% ü";
  await emit(receiver, eventOf(0, { session }), eventOf(1, { session }));
  const stream = await StreamReader.open(receiver, { from: "all", live: "0" });
  await stream.until(({ isEnded }) => isEnded);
  const [first] = stream.events;

  const again = await StreamReader.open(receiver, { live: "0" }, { "last-event-id": first?.id ?? "" });
  await again.until(({ isEnded }) => isEnded);

  t.equal(first?.id, "a:b%0D%0Aevent:%20x%0A%25%20%C3%BC:0:0");
  t.equal(stream.events.length, 2, "no line of a name is a line of the stream");
  t.same(again.seqs, [1]);
});
