import { test } from "tap";
import type { Play } from "../../../src/fuzz/adapter/adapter-check.js";
import { ADAPTER_RULES, unaskedRows } from "../../../src/fuzz/adapter/adapter-rows.js";
import { LOSSES } from "../../../src/fuzz/adapter/adapts.js";
import type { Turn } from "../../../src/fuzz/adapter/turn.js";
import { UNSAYABLE } from "../../../src/fuzz/adapter/turn-script.js";
import { loadProtocol } from "../../../src/protocol/load-protocol.js";
import type { AdapterBehaviour } from "../../../stubs/bridge/adapter/behaviour.js";
import { ADAPTERS, HONEST_ADAPTER } from "../../../stubs/bridge/adapter/catalogue.js";
import { judgeTurns, pinnedAdapters, registry } from "../adapter-rows.js";
import { adaptedTurn } from "./adapted-turn.js";

/** Plays turns through a stub adapter, each changed in some way. */
function through(behaviour: AdapterBehaviour, change: (turn: Turn) => Turn = (turn) => turn): Play {
  return async (updates) => change(adaptedTurn(behaviour, updates));
}

const mutants = ADAPTERS.filter(({ kind }) => kind === "mutant");

/** A stub adapter that has to be there. */
function adapter(name: string): AdapterBehaviour {
  return ADAPTERS.find((one) => one.name === name) ?? HONEST_ADAPTER;
}

test("each stub adapter breaks the rules that are pinned for it, a control none", async (t) => {
  const found = new Map<string, unknown>();
  for (const one of ADAPTERS) found.set(one.name, await judgeTurns(through(one), one.loses));

  t.same(Object.fromEntries(found), pinnedAdapters);
  t.equal(new Set(mutants.map(({ name }) => JSON.stringify(pinnedAdapters[name]))).size, mutants.length);
  for (const { name, kind } of ADAPTERS) {
    const fails = Object.values(pinnedAdapters[name] ?? {}).filter((row) => row.startsWith("FAIL"));
    t.equal(fails.length, kind === "mutant" ? 1 : 0, name);
  }
});

test("every loss is seen lost, and is valid in version 2", async (t) => {
  const protocol = await loadProtocol("v2");
  const lost = Object.values(pinnedAdapters).map((rows) => rows["no-silent-loss"] ?? "");

  for (const loss of LOSSES)
    t.ok(
      lost.some((row) => row.startsWith(`FAIL: ${loss} (`)),
      loss,
    );
  for (const { update, about } of UNSAYABLE) {
    const params = { sessionId: "s1", update };
    t.same(protocol.judge("notification", "session/update", "a2c", params), [], about);
  }
});

test("a declared loss does not excuse another one", async (t) => {
  const rows = await judgeTurns(through(adapter("drops-patches")), ["unknown-update"]);

  t.equal(rows["no-silent-loss"], pinnedAdapters["drops-patches"]?.["no-silent-loss"]);
});

test("what was lost once and not again is flaky", async (t) => {
  let isFirst = true;
  const rows = await judgeTurns(async (updates) => {
    const isPatch = updates.some(({ _meta: meta }) => meta !== undefined);
    const behaviour = isPatch && isFirst ? adapter("drops-patches") : HONEST_ADAPTER;
    if (isPatch) isFirst = false;
    return adaptedTurn(behaviour, updates);
  });

  t.match(rows["no-silent-loss"], /^FLAKY: message-patch \(/);
});

test("a turn whose end is missing accuses nobody", async (t) => {
  let turns = 0;
  const rows = await judgeTurns(
    through(adapter("drops-patches"), (turn) => ({ ...turn, isWhole: turns++ === 0 })),
  );

  t.match(rows["no-silent-loss"], /^NOT-TESTED: .*message-patch.*: what the agent says next/);
  t.match(rows["terminal"], /^NOT-TESTED: what the agent says next/);
});

test("an adapter that speaks otherwise each time is not judged by what is new", async (t) => {
  let turns = 0;
  const play: Play = async (updates) =>
    adaptedTurn({ ...HONEST_ADAPTER, dropsMessageIds: turns++ > 0 }, updates);
  const rows = await judgeTurns(play);

  t.match(rows["no-silent-loss"], /^NOT-TESTED: message-replacement, .*: two ordinary turns already differ/);
});

test("without an ordinary turn nothing is tested, and it is said why", async (t) => {
  const silent: Play = async () => ({ kind: "no turn", reason: "it asks its agent for version 1" });

  await t.rejects(judgeTurns(silent), {
    code: "untestable",
    message: "Cannot test the adapter: it asks its agent for version 1",
  });
  await t.rejects(judgeTurns(through(HONEST_ADAPTER, (turn) => ({ ...turn, isWhole: false }))), {
    code: "untestable",
    message: /the end of its turn, does not reach the client$/,
  });
});

test("of an adapter nothing else is asked, and its rules of nobody else", async (t) => {
  const { terminal, loss } = ADAPTER_RULES;
  const ids = ["bridge.promise.bytes", terminal, loss];
  const asked = (isOfAdapter: boolean): string[][] =>
    unaskedRows(registry, ids, isOfAdapter).map(({ id, status }) => [id, status]);

  t.same(asked(true), [["bridge.promise.bytes", "N/A"]]);
  t.same(asked(false), [
    [terminal, "N/A"],
    [loss, "N/A"],
  ]);
});
