import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { framesOf } from "../../src/journal/journal-reader.js";
import { openJournal } from "../../src/journal/journal-writer.js";
import { lifecycleOf } from "../../src/journal/lifecycle/lifecycle.js";
import { readTrace, recordTrace } from "../../src/journal/record-trace.js";
import { replayJournal } from "../../src/journal/replay-journal.js";
import { verifyJournal } from "../../src/journal/verify-journal.js";
import { newFolder } from "../new-folder.js";
import { root } from "../root.js";

/** What a fixture gives, by its name; the steps are in words so that a reader can check them against the trace. */
interface Expected {
  readonly rows: number;
  readonly frames: number;
  readonly refused: readonly (readonly [line: number, code: number])[];
  readonly turns: readonly (readonly [seq: number, stopReason: string])[];
  readonly head: string;
  readonly steps: readonly string[];
}

const folder = join(root, "conformance/fixtures/lifecycle");
const expected: Readonly<Record<string, Expected>> = JSON.parse(
  readFileSync(join(folder, "expected.json"), "utf8"),
);
const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));

test("every lifecycle fixture has an expectation, and there are at least twelve", async (t) => {
  t.same(names.map((name) => name.slice(0, -6)).sort(), Object.keys(expected).sort());
  t.ok(names.length >= 12);
});

for (const [name, { rows, frames, refused, turns, head, steps }] of Object.entries(expected)) {
  test(`the lifecycle fixture ${name} is journaled as a tee journals it`, async (t) => {
    const file = join(newFolder(t), "journal.jsonl");
    const journal = openJournal({ file, recordRefusals: true });

    const found = recordTrace(readTrace(join(folder, `${name}.jsonl`)), journal);
    journal.close();

    t.same(
      found.map(({ number, refusal }) => [number, refusal.code]),
      refused,
    );
    t.match(verifyJournal(file), { ok: true, count: rows, frames, head, isClosed: true });
    const replayed = replayJournal(file);
    t.match(replayed, { count: rows, frames, head, divergence: undefined });
    t.same(
      replayed.turns.map(({ seq, stopReason }) => [seq, stopReason]),
      turns,
    );
    t.same(
      [...lifecycleOf(framesOf(file))].map(({ text }) => text),
      steps,
    );
  });
}
