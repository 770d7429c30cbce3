import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "tap";
import { mergeReports } from "../../../src/engine/matrix/merge-reports.js";
import { readReport } from "../../../src/engine/matrix/read-report.js";
import type { RunFacts } from "../../../src/engine/report/assemble.js";
import { hostileRun } from "../report/kinds/runs.js";
import { reportOf, result } from "../report/results.js";

const bridge = {
  subject: { argv: ["tee"], role: "bridge", info: null, capabilities: null, protocolVersion: null },
  promise: { declared: "bytes", held: "bytes" },
} as const;

/** One share of a campaign. */
function share(covered: Record<string, number>, more: Partial<RunFacts> = {}): Partial<RunFacts> {
  const topics = { seen: Object.keys(covered).length, all: 9 };
  const saved = { played: 1, failed: 0 };
  const coverage = {
    sessions: 5,
    frames: 10,
    bytes: 100,
    covered,
    topics,
    saved,
    scenarioHash: `${Math.random()}`,
  };
  return { ...bridge, coverage, ...more };
}

test("shares of one campaign become one column, with the coverage and the findings of all", async (t) => {
  const failed = result("b.x", { status: "FAIL", failureId: "f-000001", message: "byte 3", durationMs: 5 });
  const left = reportOf([result("b.x"), result("b.y")], share({ "valid a": 2, "toxic burst": 1 }));
  const right = reportOf([failed, result("b.z")], {
    ...share({ "valid a": 1, "valid b": 1 }),
    promise: { declared: "bytes", held: "none" },
    finishedAt: "2026-01-01T00:01:00.000Z",
  });
  const [merged, ...others] = mergeReports([left, right]);

  t.equal(others.length, 0);
  t.match(merged, {
    coverage: {
      sessions: 10,
      frames: 20,
      bytes: 200,
      covered: { "valid a": 3, "valid b": 1, "toxic burst": 1 },
      topics: { seen: 2, all: 9 },
      saved: { played: 2, failed: 0 },
    },
    promise: { declared: "bytes", held: "none" },
    finishedAt: "2026-01-01T00:01:00.000Z",
    summary: { total: 3, fail: 1, pass: 2 },
    ok: false,
  });
  t.notOk("scenarioHash" in (merged?.coverage ?? {}));
  t.match(merged?.checks[0], { id: "b.x", status: "FAIL", failureId: "f-000001", durationMs: 6 });
});

test("shares add up in what they counted, and in what of the schema they saw at least", async (t) => {
  const counts = (definition: number, arm: number) => ({
    definition: { seen: definition, all: 9 },
    arm: { seen: arm, all: 9 },
  });
  const left = {
    conversations: 2,
    arrivals: { a: 1 },
    corpus: { played: 1, added: 2 },
    schema: counts(3, 5),
  };
  const right = {
    conversations: 3,
    arrivals: { a: 1, b: 1 },
    corpus: { played: 1, added: 0 },
    schema: counts(4, 2),
  };
  const [merged] = mergeReports([left, right].map((coverage) => reportOf([], { ...bridge, coverage })));

  t.same(merged?.coverage, {
    conversations: 5,
    arrivals: { a: 2, b: 1 },
    corpus: { played: 2, added: 2 },
    schema: counts(4, 5),
  });
});

test("a finding of two shares names both, whichever comes first", async (t) => {
  const found = (failureId: string) =>
    reportOf([result("b.x", { status: "FAIL", failureId, message: "byte 3" })], share({}));
  const same = mergeReports([found("f-000001"), found("f-000001")]);

  t.equal(
    mergeReports([found("f-000001"), found("f-000002")])[0]?.checks[0]?.message,
    "byte 3; also f-000002",
  );
  t.equal(same[0]?.checks[0]?.message, "byte 3");
});

test("what is no share of one run stays a column of its own", async (t) => {
  const base = reportOf([result("b.x")], bridge);
  const others = [
    reportOf([result("b.x")], { ...bridge, seed: 43 }),
    reportOf([result("b.x")], { ...bridge, subject: { ...bridge.subject, argv: ["other"] } }),
    reportOf([result("b.x")], { ...bridge, promise: { declared: "json", held: "json" } }),
    reportOf([result("b.x")], share({})),
    reportOf([result("b.x")], { ...bridge, coverage: { conversations: 3 } }),
  ];

  t.equal(mergeReports([base, ...others.slice(0, 4)]).length, 5);
  t.equal(
    mergeReports([base, ...others.slice(4)]).length,
    2,
    "a campaign against an agent is no check of it",
  );
  t.equal(mergeReports([base, base]).length, 1);
  t.equal(
    mergeReports([reportOf([], { blockedBy: "a login" }), reportOf([result("x")])])[0]?.verdict.blockedBy,
    "a login",
  );
});

test("readReport() takes what a run wrote, and says in a line what is wrong with anything else", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "matrix-"));
  const fileOf = (value: unknown): string => {
    const path = join(folder, "run.json");
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
    return path;
  };
  const run = hostileRun();
  const [check] = run.checks;
  const refused: readonly (readonly [unknown, RegExp])[] = [
    ["{", /it is not JSON/],
    [[], /it is no JSON report of acp-assay/],
    [{ format: "acp-assay-failure" }, /it is no JSON report of acp-assay/],
    [{ ...run, formatVersion: 2 }, /format version 2, not 1/],
    [{ ...run, checks: undefined }, /parts of the report are missing/],
    [{ ...run, startedAt: "yesterday" }, /parts/],
    [{ ...run, checks: [{ ...check, status: "GOOD" }] }, /parts/],
    [{ ...run, checks: [{ ...check, actual: 5 }] }, /parts/],
    [{ ...run, checks: [{ ...check, frames: [{ number: 1 }] }] }, /parts/],
    [{ ...run, checks: [{ ...check, baseline: { reason: "x", issue: "javascript:alert(1)" } }] }, /parts/],
  ];

  t.same(readReport(fileOf(run)), JSON.parse(JSON.stringify(run)));
  t.throws(() => readReport(join(folder, "none.json")), { code: "usage", message: /ENOENT/ });
  for (const [value, message] of refused) {
    t.throws(() => readReport(fileOf(value)), { code: "usage", message }, String(message));
  }
});
