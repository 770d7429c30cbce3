import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { runJournalPath } from "../../src/journal/run-path.js";
import { newFolder } from "../new-folder.js";

test("runJournalPath() gives the published place, whether it exists or not", async (t) => {
  const root = newFolder(t);

  t.equal(runJournalPath(root, "run-1"), join(root, "runs/run-1/journal.jsonl"));
  mkdirSync(join(root, "runs/a..b"), { recursive: true });
  t.equal(runJournalPath(root, "a..b"), join(root, "runs/a..b/journal.jsonl"));
  t.equal(runJournalPath(root, "x".repeat(64)), join(root, "runs", "x".repeat(64), "journal.jsonl"));
});

test("runJournalPath() refuses an id that is no name", async (t) => {
  const root = newFolder(t);
  for (const id of ["", ".", "..", "a/b", "../a", "a\\b", "a\n", "é", " ", "x".repeat(65), "a\u0000"]) {
    const message = `unsafe run_id for journal path: ${JSON.stringify(id)}`;
    t.throws(() => runJournalPath(root, id), { code: "usage", message }, JSON.stringify(id));
  }
});

test("runJournalPath() refuses a run that leads out of the root", async (t) => {
  const root = newFolder(t);
  const outside = newFolder(t);
  mkdirSync(join(root, "runs/linked-journal"), { recursive: true });
  symlinkSync(outside, join(root, "runs/linked-run"));
  symlinkSync(join(outside, "not-there-yet"), join(root, "runs/dangling"));
  symlinkSync(join(outside, "j"), join(root, "runs/linked-journal/journal.jsonl"));
  symlinkSync("../../runs-of-others", join(root, "runs/relative"));

  for (const id of ["linked-run", "dangling", "linked-journal", "relative"]) {
    t.throws(
      () => runJournalPath(root, id),
      { message: `run_id escapes the journal runs root: "${id}"` },
      id,
    );
  }

  mkdirSync(join(root, "runs/real"));
  symlinkSync("real", join(root, "runs/alias"));
  t.equal(
    runJournalPath(root, "alias"),
    join(root, "runs/alias/journal.jsonl"),
    "a link inside is no way out",
  );
});
