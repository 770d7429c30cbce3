import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { EpochStore } from "../../../src/observer/epoch/epoch-store.js";
import { KeptEvents, observerInto, show } from "../kept-events.js";
import { endedTwice, unsound } from "./soundness.js";

const prompt = (sessionId: string, id: unknown): string =>
  JSON.stringify({ id, method: "session/prompt", params: { sessionId, prompt: [] } });
const close = (sessionId: string, id: unknown): string =>
  JSON.stringify({ id, method: "session/close", params: { sessionId } });
const answer = (id: unknown, result: object = { stopReason: "end_turn" }): string =>
  JSON.stringify({ id, result });
const ask = (sessionId: string, id: unknown): string =>
  JSON.stringify({ id, method: "session/request_permission", params: { sessionId, options: [] } });
const chunk = (sessionId: string): string =>
  JSON.stringify({
    method: "session/update",
    params: {
      sessionId,
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x" } },
    },
  });

const ODD_SESSIONS = [
  ...[
    "../../../outside",
    "/etc/passwd",
    "a/b",
    ".",
    "..",
    "%2E",
    "con",
    "a:b",
    "\u0000",
    "e\u0301",
    "\u00e9",
  ],
  ...[
    "\ud800",
    "\udc00",
    "\ufffd",
    "😀".repeat(512),
    "x".repeat(1_024),
    " ",
    "__proto__",
    "constructor",
    "-",
    "%-",
  ],
];

test("whatever a session is called, its events are valid, and it has an epoch of its own", async (t) => {
  const folder = t.testdir({ state: {} });
  const store = new EpochStore(join(folder, "state"));
  const processes: KeptEvents[] = [];
  for (const _process of [1, 2]) {
    const kept = new KeptEvents();
    processes.push(kept);
    const observer = observerInto(kept, { store });
    for (const [at, session] of ODD_SESSIONS.entries()) {
      show(observer, "c2a", prompt(session, at));
      show(observer, "a2c", answer(at));
      show(observer, "c2a", close(session, `close ${at}`));
      show(observer, "a2c", answer(`close ${at}`, {}));
    }
    await observer.close();
  }
  const told = processes.map(({ events }) => events);
  t.strictSame([...unsound(told), ...endedTwice(told)], []);
  t.strictSame(
    told.map((events) => new Set(events.map(({ epoch }) => epoch))),
    [new Set([1]), new Set([2])],
  );
  t.equal(new Set(told.flat().map(({ session }) => session)).size, ODD_SESSIONS.length);
  t.equal(readdirSync(join(folder, "state", "sessions")).length, ODD_SESSIONS.length);
  t.strictSame(readdirSync(folder), ["state"]);
});

test("no session at all, or one whose name no id can be, makes no event", async (t) => {
  const kept = new KeptEvents();
  const observer = observerInto(kept);
  for (const session of ["", "x".repeat(1_025)]) show(observer, "c2a", prompt(session, 1));
  show(observer, "c2a", '{"id":2,"method":"session/prompt","params":{"sessionId":7}}');
  show(observer, "a2c", answer(1));
  await observer.close();
  t.strictSame(kept.events, []);
});

test("a turn keeps its run's name, however many sessions come in between", async (t) => {
  const kept = new KeptEvents();
  const observer = observerInto(kept);
  show(observer, "c2a", prompt("first", 0));
  for (let at = 1; at <= 3_000; at += 1) {
    show(observer, "c2a", prompt(`s${at}`, at));
    // Nothing to tell, but the session is in use.
    show(observer, "a2c", chunk("first"));
  }
  show(observer, "a2c", answer(0));
  await observer.close();

  const [started, finished] = kept.events.filter(({ session }) => session === "first");
  t.match(finished, { type: "run.finished", run: started?.run, seq: 1, epoch: started?.epoch });
  t.strictSame(unsound([kept.events]).slice(0, 3), []);
});

test("ids that both sides use, that come again and that are answered twice", async (t) => {
  const kept = new KeptEvents();
  const observer = observerInto(kept);
  const selected = { outcome: { outcome: "selected", optionId: "yes" } };
  for (const turn of [1, 2]) {
    show(observer, "c2a", prompt("s", 7));
    show(observer, "a2c", ask("s", 7));
    show(observer, "a2c", ask("s", "7"));
    show(observer, "c2a", answer(7, selected));
    show(observer, "c2a", answer(7, selected));
    show(observer, "a2c", answer(7));
    show(observer, "a2c", answer(7, { stopReason: `late ${turn}` }));
    show(observer, "c2a", answer("7", { outcome: { outcome: "cancelled" } }));
  }
  await observer.close();
  const turn = ["run.started", "attention.requested", "attention.requested", "attention.answered"];
  const types = [...turn, "attention.resolved", "run.finished", "attention.resolved"];
  t.strictSame(
    kept.events.map(({ type }) => type),
    [...types, ...types],
  );
  t.strictSame(unsound([kept.events]).slice(0, 3), []);
});

test("a session that is closed, loaded and closed again in another process ends once", async (t) => {
  const store = new EpochStore(t.testdir());
  const told = [];
  for (const _process of [1, 2, 3]) {
    const kept = new KeptEvents();
    const observer = observerInto(kept, { store });
    show(observer, "c2a", '{"id":1,"method":"session/load","params":{"sessionId":"s"}}');
    show(observer, "a2c", chunk("s"));
    show(observer, "a2c", answer(1, {}));
    show(observer, "c2a", close("s", 2));
    show(observer, "a2c", answer(2, {}));
    await observer.close();
    told.push(kept.events);
  }
  t.strictSame([...unsound(told), ...endedTwice(told)], []);
  t.equal(told.flat().filter(({ type }) => type === "session.ended").length, 1);
  t.strictSame(
    told.map(([first]) => first?.epoch),
    [1, 2, 3],
  );
});

test("a clock that goes backwards, or beyond all dates, changes no order and stops nothing", async (t) => {
  const kept = new KeptEvents();
  const observer = observerInto(kept, { startedAt: Date.UTC(2026, 0, 1) });
  for (const [at, micros] of [5_000_000, 1, 4_000_000, Number.MAX_SAFE_INTEGER, 0].entries()) {
    show(observer, "c2a", prompt("s", at), micros);
  }
  await observer.close();
  const ids = kept.events.map(({ id }) => id);
  t.strictSame(ids, [...ids].sort());
  t.strictSame(unsound([kept.events]).slice(0, 3), []);
});

test("a huge title and a deep argument make an event that can be written", async (t) => {
  const kept = new KeptEvents();
  const observer = observerInto(kept, { mapping: { ceiling: "full" } });
  const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  const call = {
    sessionUpdate: "tool_call",
    toolCallId: "t",
    title: "x".repeat(1_000_000),
    rawInput: "DEEP",
  };
  const update = { method: "session/update", params: { sessionId: "s", update: call } };
  show(observer, "a2c", JSON.stringify(update).replace('"DEEP"', deep));
  await observer.close();
  t.strictSame(
    kept.events.map(({ type }) => type),
    ["tool.requested"],
  );
  t.strictSame(unsound([kept.events]).slice(0, 3), []);
});

test("a state directory that stops being one costs the order of epochs and nothing else", async (t) => {
  const folder = t.testdir({ file: "no directory", state: { sessions: "no directory either" } });
  const told = [];
  for (const place of ["file", "state", "none/below/file", "\u0000"]) {
    const kept = new KeptEvents();
    const observer = observerInto(kept, { store: new EpochStore(join(folder, place)) });
    show(observer, "c2a", prompt("s", 1));
    show(observer, "a2c", answer(1));
    await observer.close();
    told.push(kept.events);
  }
  t.equal(new Set(told.map(([started]) => started?.run)).size, 4);
  t.strictSame(
    told.flatMap((events) => unsound([events])),
    [],
  );
  t.ok(existsSync(join(folder, "file")));
});

test("an epoch in which relays are near the end of their order is told, and no lower one", async (t) => {
  const warned: string[] = [];
  for (const last of [4_094, 4_095]) {
    const folder = t.testdir({ sessions: { s: { [last]: "" } } });
    const observer = observerInto(new KeptEvents(), {
      store: new EpochStore(folder),
      warn: (text) => warned.push(text),
    });
    show(observer, "c2a", '{"id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}');
  }
  t.strictSame(warned, ['Session "s" is in epoch 4096: from 8192 on relays lose the order of its events']);
});
