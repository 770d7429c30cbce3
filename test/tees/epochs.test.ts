import { join } from "node:path";
import { test } from "tap";
import { newFolder } from "../new-folder.js";
import { unsound } from "../observer/event/soundness.js";
import { playRestarts, runsOf } from "./restarts.js";

const ROUNDS = [
  { tees: 3, mode: "front" },
  { tees: 2, mode: "parent", killAfterMs: 0, isToldFirst: true },
  { tees: 2, mode: "parent" },
] as const;

test("tees that start together, die and start again on one session never name two runs alike", async (t) => {
  const folder = newFolder(t);
  const tees = await playRestarts((stop) => t.teardown(stop), folder, join(folder, "state"), ROUNDS);
  const whole = tees.filter(({ isKilled }) => !isKilled).map(({ events }) => events);
  const runs = runsOf(tees);
  t.equal(new Set(runs).size, runs.length);
  t.ok(runs.length >= 17, String(runs.length));
  t.strictSame(unsound(whole), []);
  const epochs = tees.flatMap(({ events }) => events.slice(0, 1).map(({ epoch }) => epoch));
  t.equal(new Set(epochs).size, epochs.length, "each has an epoch of its own");
  t.ok(Math.max(...epochs) <= 7, "and epochs are not wasted");
});
