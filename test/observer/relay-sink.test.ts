import { test } from "tap";
import type { AepEvent } from "../../src/observer/event/event.js";
import { RelaySink } from "../../src/observer/relay/relay-sink.js";
import { OddRelay } from "./odd-relay.js";

function event(number: number, severity: AepEvent["severity"] = "info"): AepEvent {
  return {
    aep: "0.1",
    id: String(number).padStart(26, "0"),
    type: "x.acp.test.event",
    time: "2026-01-01T00:00:00.000Z",
    source: "aep://here/agent/acp/session/s",
    agent: "acp",
    session: "s",
    seq: number,
    epoch: 1,
    severity,
    capture: "metadata",
    data: {},
  };
}

const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => event(from + at).id);

const sinkTo = (relay: OddRelay, token?: string): RelaySink =>
  new RelaySink({ url: relay.url, token, caFile: undefined }, () => undefined);

test("RelaySink", async (t) => {
  await t.test("sends batches as the relay's interface wants them", async (t) => {
    const relay = await OddRelay.start([], (stop) => t.teardown(stop));
    const sink = sinkTo(relay, "secret");
    for (let each = 0; each < 450; each += 1) sink.event(event(each));
    await sink.close();
    t.strictSame(relay.ids, ids(0, 450));
    t.equal(relay.requests, 3);
    t.match(relay.headers[0], {
      url: "/base/events",
      "aep-version": "0.1",
      "content-type": "application/x-ndjson",
      authorization: "Bearer secret",
    });
    t.strictSame(sink.takeDropped(), { sink: "relay", events: 0 });
  });

  await t.test("whatever a relay does, what arrives is whole, in order and without duplicates", async (t) => {
    const trouble = [
      "500",
      "reset",
      "takes and resets",
      "429",
      "garbage",
      "half an answer",
      "trickles",
    ] as const;
    await Promise.all(
      trouble.map(async (answer) => {
        const relay = await OddRelay.start([answer, "takes", answer], (stop) => t.teardown(stop));
        const sink = sinkTo(relay);
        for (let each = 0; each < 300; each += 1) sink.event(event(each));
        sink.flush();
        await sink.close();
        t.strictSame(relay.ids, ids(0, 300), answer);
        t.strictSame(sink.takeDropped().events, 0);
      }),
    );
  });

  await t.test("splits what is too large, and leaves out what is refused", async (t) => {
    const relay = await OddRelay.start([], (stop) => t.teardown(stop));
    relay.mostEvents = 7;
    relay.refuses = ({ seq }) => seq === 3 || seq === 20;
    const sink = sinkTo(relay);
    for (let each = 0; each < 30; each += 1) sink.event(event(each));
    await sink.close();
    t.strictSame(
      relay.ids,
      ids(0, 30).filter((_, seq) => seq !== 3 && seq !== 20),
    );
    t.strictSame(sink.takeDropped(), { sink: "relay", events: 2 });
  });

  await t.test(
    "keeps what matters most while the relay is away, and counts exactly what it does not keep",
    async (t) => {
      const relay = await OddRelay.start(["500", "500"], (stop) => t.teardown(stop));
      const sink = sinkTo(relay);
      const TOTAL = 5_000;
      for (let each = 0; each < TOTAL; each += 1) {
        sink.event(event(each, each % 10 === 0 ? "notice" : "debug"));
        if (each === 100) sink.flush();
        if (each % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      }
      t.equal(sink.takeDropped().events, 0, "nothing is told as long as nothing arrives");
      await sink.close();
      const notices = ids(0, TOTAL).filter((_, seq) => seq % 10 === 0);
      t.strictSame(
        notices.filter((id) => !relay.ids.includes(id)),
        [],
        "none of severity notice is lost",
      );
      t.strictSame(relay.ids, [...relay.ids].sort(), "in order");
      t.equal(relay.ids.length + sink.takeDropped().events, TOTAL, "the count is exact");
    },
  );
});
