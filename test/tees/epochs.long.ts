import { join } from "node:path";
import fc from "fast-check";
import { test } from "tap";
import type { TeeMode } from "../bridge/subject.js";
import { isCampaign } from "../how-much.js";
import { newFolder } from "../new-folder.js";
import { unsound } from "../observer/event/soundness.js";
import { playRestarts, type Round, runsOf } from "./restarts.js";

const ROUNDS = isCampaign ? 120 : 10;
const SEED = Number(process.env["FC_SEED"] ?? 20_260_101);

/** Most kills come while the epoch is being claimed, which is when the first line has come to the observer. */
const rounds: fc.Arbitrary<Round> = fc
  .record({
    tees: fc.integer({ min: 2, max: 6 }),
    mode: fc.constantFrom<TeeMode[]>("front", "parent"),
    kill: fc.oneof(
      fc.constant({}),
      fc.record({ killAfterMs: fc.integer({ min: 60, max: 400 }) }),
      fc.record({ killAfterMs: fc.integer({ min: 0, max: 30 }), isToldFirst: fc.constant(true) }),
    ),
  })
  .map(({ kill, ...round }) => ({ ...round, ...kill }));

test("over many restarts of many tees, kill -9 included, no run is named twice", {
  timeout: 280_000,
}, async (t) => {
  const drawn = fc.sample(fc.array(rounds, { minLength: ROUNDS, maxLength: ROUNDS }), {
    numRuns: 1,
    seed: SEED,
  });
  for (const [where, stateDir] of [
    ["with a state directory", "state"],
    ["with one that cannot be written", "/proc/none"],
  ] as const) {
    const folder = newFolder(t);
    const place = stateDir.startsWith("/") ? stateDir : join(folder, stateDir);
    const tees = await playRestarts((stop) => t.teardown(stop), folder, place, drawn[0] ?? []);
    const runs = runsOf(tees);
    const killed = tees.filter(({ isKilled }) => isKilled);
    const told = killed.filter(({ events }) => events.length > 0).length;
    t.equal(new Set(runs).size, runs.length, where);
    t.comment(
      `${where}: ${tees.length} tees, ${killed.length} killed of which ${told} had told something, ${runs.length} runs, seed ${SEED}`,
    );
    t.ok(told > 0 && told < tees.length, "kills come before and after the first event");
    const whole = tees.filter(({ isKilled }) => !isKilled).map(({ events }) => events);
    t.strictSame(
      whole.flatMap((events) => unsound([events])),
      [],
    );
  }
});
