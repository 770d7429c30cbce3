import { test } from "tap";
import { runPlain } from "../plain-node.js";

/** What a campaign has to leave of a session: so many lines, the most repeated of them said so often. */
interface Least {
  readonly frames: number;
  readonly times: number;
}

/** One line of bench/fuzz-mutants. */
interface Row extends Partial<Least> {
  readonly name: string;
  readonly found: boolean;
  readonly checkId?: string;
}

const MOST_FRAMES = 3;
/** Shrinking stops when its time is up, also on a machine that has much else to do. */
const SLACK = 1.2;

/** One of each kind: a moment, a volume, a number, a session, backpressure, an id, a death, a signal, the log. */
const FOUND: Readonly<Record<string, { readonly checkId: string; readonly least?: number }>> = {
  "loses-coalesced-frame": { checkId: "bridge.promise.bytes" },
  "corrupts-past-64k": { checkId: "bridge.promise.bytes", least: 65_537 / 31 },
  "leaks-late-log-line": { checkId: "bridge.promise.bytes", least: 500 },
  "swaps-two-sessions": { checkId: "bridge.promise.bytes" },
  "drops-when-slow": { checkId: "bridge.promise.bytes" },
  "drops-reused-id": { checkId: "bridge.promise.bytes" },
  "loses-split-cr": { checkId: "bridge.promise.bytes" },
  "swallows-sigint": { checkId: "bridge.promise.signal-forwarded" },
};

test("a campaign of a minute finds these defects, and shrinks them to three lines or the least number of one", async (t) => {
  const { stdout, stderr } = await runPlain("dist/bench/fuzz-mutants.js", Object.keys(FOUND));
  const rows = stdout
    .trim()
    .split("\n")
    .map((line): Row => JSON.parse(line));

  t.same(rows.map(({ name }) => name).sort(), Object.keys(FOUND).sort(), stderr);
  for (const { name, found, checkId, frames = MOST_FRAMES + 1, times = 1 } of rows) {
    const least = FOUND[name]?.least;
    t.ok(found, `${name} is found`);
    t.equal(checkId, FOUND[name]?.checkId, name);
    t.ok(frames <= MOST_FRAMES, `${name}: ${frames} lines are left`);
    if (least !== undefined)
      t.ok(times >= Math.floor(least) && times <= least * SLACK, `${name}: ${times} times`);
  }
});
