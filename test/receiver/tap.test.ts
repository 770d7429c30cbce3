import { Buffer } from "node:buffer";
import { type ClientRequest, request } from "node:http";
import { test } from "tap";
import type { Receiver } from "../../src/receiver/receiver.js";
import type { OpenTraffic, TapOpening } from "../../src/receiver/tap-traffic.js";
import type { Direction } from "../../src/wire/direction.js";
import { tapChunkHeader, tapDropped } from "../../src/wire/tap-record.js";
import { ask, eventOf, receiverFor, StreamReader } from "./peer.js";

function chunk(direction: Direction, micros: number, text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([tapChunkHeader(direction, micros, bytes.length), bytes]);
}

/** Everything that was handed over, as words. */
function recorder(): {
  readonly said: string[];
  readonly openings: TapOpening[];
  readonly open: OpenTraffic;
} {
  const said: string[] = [];
  const openings: TapOpening[] = [];
  const open: OpenTraffic = (opening) => {
    openings.push(opening);
    return {
      line: (direction, { bytes, eol }, micros) =>
        said.push(`${direction} ${micros} ${bytes.toString()}${JSON.stringify(eol)}`),
      dropped: (direction, bytes) => said.push(`${direction} dropped ${bytes}`),
      ended: () => said.push("ended"),
    };
  };
  return { said, openings, open };
}

async function postTap({ url }: Receiver, ...records: readonly Buffer[]): Promise<unknown[]> {
  const body = new Blob([new Uint8Array(Buffer.concat(records))]);
  const { status, body: told } = await ask(`${url}/tap`, { method: "POST", body });
  return [status, told];
}

/** A tap stream that stays open. */
function openTap({ port }: Receiver): ClientRequest {
  const tap = request({ host: "127.0.0.1", port, path: "/tap", method: "POST" });
  tap.on("error", () => undefined);
  tap.flushHeaders();
  return tap;
}

test("a tap stream is handed over as the lines of both directions", async (t) => {
  const { said, openings, open } = recorder();
  const receiver = await receiverFor(t, { openTraffic: open });
  const before = Date.now();

  const answer = await postTap(
    receiver,
    chunk("c2a", 2_000_000, '{"a"'),
    chunk("a2c", 2_000_001, "x\r\n\ny"),
    chunk("c2a", 2_000_002, ":1}\n{"),
    chunk("c2a", 2_000_003, "}"),
  );

  t.same(said, [
    'a2c 2000001 x"\\r\\n"',
    'a2c 2000001 "\\n"',
    'c2a 2000002 {"a":1}"\\n"',
    'c2a 2000003 {}""',
    'a2c 2000003 y""',
    "ended",
  ]);
  t.same(answer, [202, { lines: 5, bytes: 15, dropped_bytes: 0 }]);
  const [{ id, startedAtMs } = { id: "", startedAtMs: 0 }] = openings;
  t.equal(id, "tap-1");
  t.ok(
    startedAtMs >= before - 2_000 - 1 && startedAtMs <= Date.now() - 2_000,
    "the tee began before it connected",
  );
});

test("behind a gap, only whole lines are handed over, and every other byte is counted", async (t) => {
  const { said, open } = recorder();
  const receiver = await receiverFor(t, { openTraffic: open });

  const answer = await postTap(
    receiver,
    chunk("c2a", 1, '{"cut'),
    chunk("a2c", 1, '{"whole":'),
    tapDropped("c2a", 2, 1_000),
    chunk("c2a", 3, 'tail":"}"}\n{"b":2}\n'),
    chunk("a2c", 3, "1}\n"),
    tapDropped("c2a", 4, 7),
    chunk("c2a", 5, '{"c":3}\nnot JSON\n'),
  );

  t.same(said, [
    "c2a dropped 5",
    "c2a dropped 1000",
    "c2a dropped 11",
    'c2a 3 {"b":2}"\\n"',
    'a2c 3 {"whole":1}"\\n"',
    "c2a dropped 7",
    'c2a 5 {"c":3}"\\n"',
    'c2a 5 not JSON"\\n"',
    "ended",
  ]);
  t.same(answer, [202, { lines: 4, bytes: 53, dropped_bytes: 1023 }]);
});

test("a malformed tap stream is refused with its reason, and its tee has ended", async (t) => {
  const { said, open } = recorder();
  const receiver = await receiverFor(t, { openTraffic: open });

  const answer = await postTap(receiver, chunk("c2a", 1, "a\nb"), Buffer.alloc(13, 9));

  t.same(answer, [400, { error: "invalid-tap", detail: "unknown record kind 9" }]);
  t.same(said, ['c2a 1 a"\\n"', "c2a dropped 1", "ended"]);
});

test("a tee that is killed has ended, and its last line was not whole", async (t) => {
  const { said, open } = recorder();
  const receiver = await receiverFor(t, { openTraffic: open });
  const tap = openTap(receiver);
  tap.write(chunk("a2c", 1, "a\nb"));
  while (said.length < 1) await new Promise((resolve) => setTimeout(resolve, 2));

  const { body } = await ask(`${receiver.url}/connections`);
  tap.destroy();
  while (!said.includes("ended")) await new Promise((resolve) => setTimeout(resolve, 2));

  t.match(body, { connections: [{ id: "tap-1", kind: "tap", lines: 1, bytes: 3, dropped_bytes: 0 }] });
  t.same(said, ['a2c 1 a"\\n"', "a2c dropped 1", "ended"]);
  t.match((await ask(`${receiver.url}/connections`)).body, { connections: [] });
});

test("what a tee's traffic publishes reaches subscribers, once its envelope is right", async (t) => {
  const told: (string | undefined)[] = [];
  const receiver = await receiverFor(t, {
    openTraffic: ({ publish }) => ({
      line: () => told.push(publish(eventOf(0)), publish(eventOf(-1))),
      dropped: () => undefined,
      ended: () => undefined,
    }),
  });

  await postTap(receiver, chunk("c2a", 1, "{}\n"));
  const stream = await StreamReader.open(receiver, { from: "all", live: "0" });
  await stream.until(({ isEnded }) => isEnded);

  t.same(told, [undefined, "seq required (integer >= 0)"]);
  t.same(stream.seqs, [0]);
});

test("traffic that throws ends for its tee, and for nobody else", async (t) => {
  const warnings: string[] = [];
  let lines = 0;
  const receiver = await receiverFor(t, {
    warn: (words) => warnings.push(words),
    openTraffic: ({ id }) => {
      if (id === "tap-2") throw new Error("no room");
      return {
        line: () => {
          lines += 1;
          throw new Error("cannot map");
        },
        dropped: () => undefined,
        ended: () => undefined,
      };
    },
  });

  const answers = [
    await postTap(receiver, chunk("c2a", 1, "a\nb\n")),
    await postTap(receiver, chunk("c2a", 1, "a\n")),
  ];

  t.same(answers, [
    [202, { lines: 2, bytes: 4, dropped_bytes: 0 }],
    [202, { lines: 1, bytes: 2, dropped_bytes: 0 }],
  ]);
  t.equal(lines, 1);
  t.same(warnings, ["Cannot observe tap-1: cannot map", "Cannot observe tap-2: no room"]);
});

test("when the receiver stops, a tee is told by the end of its connection", async (t) => {
  const { said, open } = recorder();
  const receiver = await receiverFor(t, { openTraffic: open });
  const tap = openTap(receiver);
  tap.write(chunk("a2c", 1, "a\nb"));
  while (said.length < 1) await new Promise((resolve) => setTimeout(resolve, 2));

  const isGraceful = await receiver.stop();

  t.equal(isGraceful, true);
  t.same(said, ['a2c 1 a"\\n"', "a2c dropped 1", "ended"]);
});
