import { test } from "tap";
import { checkStructure, isCommand } from "../../src/receiver/event/structure.js";
import { eventOf, unplaced } from "./peer.js";

function faultOf(value: unknown): string | undefined {
  const checked = checkStructure(value);
  return "fault" in checked ? checked.fault : undefined;
}

const without = (name: string): object => {
  const { [name]: _, ...rest } = eventOf(0);
  return rest;
};

test("checkStructure() says what is wrong in the words of the contract", async (t) => {
  const wrong: readonly (readonly [unknown, string])[] = [
    [[], "not an object"],
    [null, "not an object"],
    ["x", "not an object"],
    [without("aep"), "unsupported aep version: undefined"],
    [eventOf(0, { aep: "0.2" }), "unsupported aep version: 0.2"],
    [eventOf(0, { aep: ["0.1"] }), "unsupported aep version: object"],
    ...["id", "type", "source", "agent", "time"].flatMap((name): [unknown, string][] => [
      [without(name), `missing/invalid ${name}`],
      [eventOf(0, { [name]: "" }), `missing/invalid ${name}`],
      [eventOf(0, { [name]: 1 }), `missing/invalid ${name}`],
    ]),
    [eventOf(0, { time: "yesterday" }), "missing/invalid time"],
    [eventOf(0, { time: "2026-13-45T00:00:00Z" }), "missing/invalid time"],
    [eventOf(0, { type: "started" }), "bad type syntax: started"],
    [eventOf(0, { type: "Run.started" }), "bad type syntax: Run.started"],
    [eventOf(0, { type: "x.acp.updated" }), "bad type syntax: x.acp.updated"],
    [eventOf(0, { type: "run.started\nid: 1" }), "bad type syntax: run.started\nid: 1"],
    [eventOf(0, { type: "agent.started" }), "agent-scoped events omit session/seq"],
    [unplaced({ type: "agent.started", run: "r" }), "agent-scoped events omit session/seq"],
    [unplaced({ type: "control.cancel" }), "command events require session (target)"],
    [eventOf(0, { type: "control.cancel" }), "command events omit seq"],
    [eventOf(0, { type: "attention.routed" }), "command events omit seq"],
    [eventOf(0, { type: "x.acp.control.stop" }), "command events omit seq"],
    [without("session"), "session required"],
    [without("seq"), "seq required (integer >= 0)"],
    [eventOf(-1), "seq required (integer >= 0)"],
    [eventOf(0.5), "seq required (integer >= 0)"],
    [eventOf(2 ** 53), "seq required (integer >= 0)"],
    [eventOf(0, { severity: "loud" }), "bad severity"],
    [eventOf(0, { capture: "all" }), "bad capture"],
    [eventOf(0, { epoch: "1" }), "missing/invalid epoch"],
    [eventOf(0, { data: [] }), "missing/invalid data"],
    [eventOf(0, { run: 1 }), "missing/invalid run"],
    [eventOf(0, { Upper: 1 }), "missing/invalid Upper"],
    [eventOf(0, { extension: { a: 1 } }), "missing/invalid extension"],
    [eventOf(0, { extension: null }), "missing/invalid extension"],
  ];

  t.same(
    wrong.map(([value]) => faultOf(value)),
    wrong.map(([, fault]) => fault),
  );
});

test("checkStructure() lets pass what may be newer than itself", async (t) => {
  const right = [
    eventOf(0),
    eventOf(0, { type: "weather.changed.twice", extension: true, other: 7 }),
    eventOf(0, { type: "x.some-vendor.thing.happened", epoch: 3, severity: "critical", capture: "none" }),
    unplaced({ type: "agent.started" }),
    unplaced({ type: "attention.routed", session: "s" }),
    eventOf(0, { time: "2026-01-02T03:04:05+02:00", data: { __proto__: null } }),
  ];

  t.same(
    right.map(faultOf),
    right.map(() => undefined),
  );
  t.equal(isCommand({ type: "attention.routed" }), false, "an order needs a token, a routing does not");
  t.equal(isCommand({ type: "control.pause" }), true);
});
