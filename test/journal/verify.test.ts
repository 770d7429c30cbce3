import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Test, test } from "tap";
import { openJournal } from "../../src/journal/journal-writer.js";
import { type JournalVerdict, verifyJournal } from "../../src/journal/verify-journal.js";
import { newFolder } from "../new-folder.js";
import { EDITS } from "./edits.js";
import { lineOf, session } from "./lines.js";

for (const { name, edit, step, reason, unsealed } of EDITS) {
  test(`verifyJournal() names the step of ${name}`, async (t) => {
    const file = write(t);
    const rows = readFileSync(file, "latin1").trimEnd().split("\n");
    writeFileSync(
      file,
      edit(rows)
        .map((row) => `${row}\n`)
        .join(""),
    );

    t.match(verifyJournal(file), {
      ok: false,
      count: step,
      divergence: { step, reason: `step ${step}: ${reason}` },
    });

    rmSync(`${file}.seal`);
    const { ok, divergence } = verifyJournal(file, { withoutSeal: true });
    t.equal(ok, unsealed === undefined);
    t.equal(divergence?.reason, unsealed === undefined ? undefined : `step ${step}: ${unsealed}`);
  });
}

test("verifyJournal() knows a journal that was closed", async (t) => {
  const verdict = verifyJournal(write(t));

  t.match(verdict, {
    ok: true,
    count: 6,
    frames: 6,
    sealed: 6,
    isClosed: true,
    tail: { rows: 0, tornBytes: 0 },
  });
  t.equal(verdict.head.length, 64);
});

test("verifyJournal() tells a tail that was never acknowledged from one that was cut", async (t) => {
  const file = write(t);
  const seals = readFileSync(`${file}.seal`, "latin1").trimEnd().split("\n");
  const firstBatch = seals
    .slice(0, 5)
    .map((line) => `${line}\n`)
    .join("");
  t.match(seals[4], /^sealed 3 /, "the first batch holds three rows");
  writeFileSync(`${file}.seal`, `${firstBatch}1700000000.003 0.00`);
  writeFileSync(file, readFileSync(file).subarray(0, -20));

  const verdict = verifyJournal(file);

  t.match(verdict, { ok: true, count: 5, sealed: 3, isClosed: false, tail: { rows: 2, tornBytes: 556 } });
  t.match(verifyJournal(file, { head: verdict.head }), { ok: true });

  writeFileSync(`${file}.seal`, seals.map((line) => `${line}\n`).join(""));
  t.match(verifyJournal(file), { ok: false, divergence: { step: 5, reason: "step 5: row is missing" } });
});

test("verifyJournal() sees a journal that was rewritten as a whole by the head that was kept elsewhere, and only so", async (t) => {
  const kept = verifyJournal(write(t)).head;
  const rewritten = write(t, ["a", "c"]);

  t.match(verifyJournal(rewritten), { ok: true });
  t.match(verifyJournal(rewritten, { head: kept }), {
    ok: false,
    divergence: { step: 5, reason: "step 5: the head is another one", expected: kept },
  });
});

const SEAL_EDITS: readonly (readonly [
  name: string,
  edit: (text: string) => string,
  expected: Partial<JournalVerdict> | object,
])[] = [
  ["a bit in a seal", (text) => text.replace(/^(closed 6 )./m, "$1_"), { step: 6 }],
  [
    "a bit in the first seal",
    (text) => text.replace(/^(sealed 3 ).{64}/m, `$1${"0".repeat(64)}`),
    { step: 2 },
  ],
  ["a count", (text) => text.replace(/^sealed 3/m, "sealed 4"), { step: 2 }],
  ["a time", (text) => text.replace("1700000000.001 ", "1700000000.000 "), { step: 1 }],
  ["a dropped line", (text) => text.replace(/^1700000000.001 .*\n/m, ""), { step: 1 }],
  ["a dropped seal", (text) => text.replace(/^sealed 3 .*\n/m, ""), { step: 5 }],
  ["another schema", (text) => text.replace("negotiated", "v1"), { step: 2 }],
  ["no header", (text) => text.slice(text.indexOf("\n") + 1), { step: 0 }],
  ["nothing", () => "", { step: 0, reason: "the second seal is missing" }],
];

for (const [name, edit, divergence] of SEAL_EDITS) {
  test(`verifyJournal() sees ${name} in the seal file`, async (t) => {
    const file = write(t);
    writeFileSync(`${file}.seal`, edit(readFileSync(`${file}.seal`, "latin1")));

    t.match(verifyJournal(file), { ok: false, divergence });
  });
}

test("verifyJournal() says what it cannot read in one line", async (t) => {
  const folder = newFolder(t);
  const file = join(folder, "none.jsonl");
  t.throws(() => verifyJournal(file), {
    code: "usage",
    message: `Cannot read journal "${file}": no such file or directory`,
  });
  t.throws(() => verifyJournal(folder), { message: `Cannot read journal "${folder}": it is a directory` });
  writeFileSync(file, "");
  t.match(
    verifyJournal(file),
    { ok: true, count: 0, head: "", sealed: undefined },
    "an empty file is an empty journal",
  );
  t.notOk(existsSync(`${file}.seal`));
});

/** Three rows a batch, a row a millisecond. */
function write(t: Test, chunks: readonly string[] = ["a", "b"]): string {
  const file = join(newFolder(t), "journal.jsonl");
  let ms = 1_700_000_000_000 - 1;
  const now = (): Date => {
    ms += 1;
    return new Date(Math.max(1_700_000_000_000, ms - 1));
  };
  const journal = openJournal({ file, now });
  for (const [place, [direction, frame]] of session(chunks).entries()) {
    journal.append(direction, lineOf(frame));
    if (place === 2) journal.flush();
  }
  journal.close();
  return file;
}
