import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Test, test } from "tap";
import {
  FAILURES_FOLDER,
  type Failure,
  failureOf,
  loadFailures,
  type Play,
  savedFailures,
  saveFailures,
} from "../../src/engine/failure.js";
import type { CheckResult } from "../../src/engine/report/report.js";

const check: CheckResult = {
  id: "acp.v1.x.y",
  role: "agent",
  level: "must",
  status: "FAIL",
  statement: "s",
  citation: "c",
  durationMs: 7,
};
const play: Play = { kind: "agent", scenario: "x/y" };
const run = { subject: ["node", "a.js"], schema: "v1", seed: 3 };
const failure = failureOf(check, play, run);

/** A working directory of the test's own, with these files in it. */
function inFolder(t: Test, files: Record<string, string> = {}): void {
  const before = process.cwd();
  process.chdir(t.testdir(files));
  t.teardown(() => process.chdir(before));
}

test("a failure's id depends on the check, on what is played and on the subject, and on nothing else", async (t) => {
  const same = failureOf(
    { ...check, durationMs: 99, actual: "other", failureId: "f-old" },
    { ...play },
    { ...run, schema: "v2", seed: 4 },
  );
  const others = [
    failureOf({ ...check, id: "acp.v1.x.z" }, play, run),
    failureOf(check, play, { ...run, subject: ["node", "b.js"] }),
    failureOf(check, { kind: "agent", scenario: "x/z" }, run),
    failureOf(check, { kind: "bridge", case: {}, profile: {} }, run),
  ];

  t.equal(failure.id, "f-2BCV9a", "and stays the same from version to version");
  t.equal(same.id, failure.id);
  t.equal(new Set([failure, ...others].map(({ id }) => id)).size, 5);
  t.match(failure.id, /^f-[A-Za-z0-9]{6}$/);
  t.notOk("durationMs" in same.check || "failureId" in same.check, "what changes with each run is left out");
});

test("a saved failure is found by id, by file and by folder", async (t) => {
  inFolder(t);
  const second = failureOf(check, { kind: "bridge", case: { steps: [] }, profile: {} }, run);

  t.equal(saveFailures([failure, second]), undefined);

  t.same(loadFailures(failure.id), [failure]);
  t.same(loadFailures(`${FAILURES_FOLDER}/${second.id}.json`), [second]);
  t.same(new Set(loadFailures(FAILURES_FOLDER).map(({ id }) => id)), new Set([failure.id, second.id]));
});

test("saving nothing makes no folder, and a folder that cannot be made is told", async (t) => {
  inFolder(t, { ".acp-assay": "a file in the way" });

  t.equal(saveFailures([]), undefined);
  t.match(saveFailures([failure]), /^Cannot save failures in "\.acp-assay.failures": /);
});

test("a place that names no failure is a usage fault", async (t) => {
  inFolder(t, { "notes.txt": "" });
  mkdirSync("empty");

  t.throws(() => loadFailures("f-none"), {
    code: "usage",
    message: /^No failure "f-none": it is no file, no folder/,
  });
  t.throws(() => loadFailures("empty"), { code: "usage", message: 'No failure in folder "empty"' });
});

test("a broken failure file is one clear fault", async (t) => {
  inFolder(t);
  const changed = (change: Record<string, unknown>): string => JSON.stringify({ ...failure, ...change });
  const bridge = (change: Record<string, unknown>): string =>
    changed({ play: { kind: "bridge", case: { steps: [] }, profile: {}, ...change } });
  const noFailure = 'Cannot read failure "broken.json": it is not a saved failure of acp-assay';
  const notJson = 'Cannot read failure "broken.json": it is not JSON';

  const cases: readonly [string, string][] = [
    ["", notJson],
    ["{", notJson],
    [changed({}).slice(0, -9), notJson],
    ...["null", "[]", "7", '"x"', "{}"].map((text): [string, string] => [text, noFailure]),
    ...[
      { format: "acp-assay-report" },
      { formatVersion: 2 },
      { id: 7 },
      { check: null },
      { check: {} },
      { subject: "node a.js" },
      { subject: [1] },
      { schema: undefined },
      { play: undefined },
      { play: null },
      { play: [] },
      { play: { kind: "agent" } },
      { play: { kind: "agent", scenario: "x", login: { methodId: 7, mayLogout: false } } },
      { play: { kind: "agent", scenario: "x", login: { methodId: "token" } } },
      { play: { kind: "editor", scenario: "x" } },
    ].map((change): [string, string] => [changed(change), noFailure]),
    ...[{ case: null }, { case: {} }, { case: { steps: "x" } }, { profile: undefined }].map(
      (change): [string, string] => [bridge(change), noFailure],
    ),
  ];
  for (const [text, message] of cases) {
    writeFileSync("broken.json", text);
    t.throws(() => loadFailures("broken.json"), { name: "Fault", code: "usage", message }, text.slice(-60));
  }
});

test("one broken file among others names itself", async (t) => {
  inFolder(t);
  const good: Failure = failure;
  saveFailures([good]);
  writeFileSync(`${FAILURES_FOLDER}/zzz.json`, "{");

  t.throws(() => loadFailures(FAILURES_FOLDER), { message: /zzz\.json": it is not JSON$/ });
});

test("of what earlier runs saved, a file that cannot be read is none, and no folder is no failure", async (t) => {
  inFolder(t);
  t.same(savedFailures(), []);

  saveFailures([failure]);
  writeFileSync(`${FAILURES_FOLDER}/f-broken.json`, "{");
  writeFileSync(`${FAILURES_FOLDER}/notes.txt`, "no failure");
  t.same(savedFailures(), [failure]);
});

test("a file where the folder of failures should be holds none", async (t) => {
  inFolder(t);
  mkdirSync(dirname(FAILURES_FOLDER));
  writeFileSync(FAILURES_FOLDER, "");

  t.same(savedFailures(), []);
});
