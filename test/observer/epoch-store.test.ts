import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { EpochStore } from "../../src/observer/epoch/epoch-store.js";
import { claimEpoch } from "../../src/observer/epoch/session-epoch.js";
import { claimTogether } from "./epochs.js";

test("EpochStore counts from 1, a session by itself, and leaves one file", async (t) => {
  const folder = t.testdir({});
  const store = new EpochStore(folder);
  t.strictSame([store.claim("s"), store.claim("s"), store.claim("../s"), store.claim("s")], [1, 2, 1, 3]);
  t.strictSame(readdirSync(join(folder, "sessions")), ["%2E.%2Fs", "s"]);
  t.strictSame(readdirSync(join(folder, "sessions", "s")), ["3"]);
});

test("the end of a session is told once, whoever asks", async (t) => {
  const folder = t.testdir({});
  const [one, other] = [new EpochStore(folder), new EpochStore(folder)];
  one.claim("s");
  t.strictSame([one.claimEnd("s"), other.claimEnd("s"), one.claimEnd("s")], [true, false, false]);
});

test("without a state directory epochs are random, and runs cannot get the same name", async (t) => {
  const store = new EpochStore("/proc/none");
  t.equal(store.claim("s"), undefined);
  t.ok(store.claimEnd("s"), "nobody can know of another end");
  const prefixes = Array.from({ length: 1_000 }, () => claimEpoch(store, "s"));
  t.equal(new Set(prefixes.map(({ runPrefix }) => runPrefix)).size, 1_000);
  t.ok(prefixes.every(({ epoch, runPrefix }) => epoch < 4_096 && /^e\d+x[0-9a-f]{20}\.$/.test(runPrefix)));
});

test("no epoch is given twice to processes that claim at the same moment, killed or not", async (t) => {
  const folder = t.testdir({});
  const rounds = [
    await claimTogether(folder, 6),
    await claimTogether(folder, 6, 120),
    await claimTogether(folder, 2),
  ];
  const given = rounds.flat(2);
  t.equal(new Set(given).size, given.length);
  t.ok(given.length >= 160);
  t.ok(
    rounds.every((round) =>
      round.every((epochs) => epochs.every((epoch, at) => at === 0 || epoch > (epochs[at - 1] ?? 0))),
    ),
  );
});
