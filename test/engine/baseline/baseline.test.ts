import { test } from "tap";
import { applyBaseline, type Baseline, type BaselineEntry } from "../../../src/engine/baseline/baseline.js";
import { EMPTY_BASELINE } from "../../../src/engine/baseline/baseline-file.js";
import { updateBaseline } from "../../../src/engine/baseline/update-baseline.js";
import type { CheckResult } from "../../../src/engine/report/report.js";
import { reportOf, result } from "../report/results.js";

const TODAY = "2026-06-15";

function baseline(...entries: BaselineEntry[]): Baseline {
  return { ...EMPTY_BASELINE, entries };
}

/** What becomes of one check that the baseline expects to fail. */
function judged(check: CheckResult, more: Partial<BaselineEntry> = {}): readonly unknown[] {
  const entry = { id: "x.a", reason: "known", ...more };
  const report = applyBaseline(reportOf([check, result("x.b")]), baseline(entry), TODAY);
  return [report.checks[0]?.status, report.ok, report.baseline?.outdated.map(({ problem }) => problem)];
}

test("the truth table of a baseline: what an entry makes of each status", async (t) => {
  const stale = "x.a passes: take its entry out of the baseline";

  t.same(judged(result("x.a", { status: "FAIL" })), ["EXPECTED-FAIL", true, []]);
  t.same(judged(result("x.a", { status: "PASS" })), ["PASS", false, [stale]]);
  t.same(judged(result("x.a", { status: "INFO" })), ["INFO", false, [stale]]);
  for (const status of ["N/A", "NOT-TESTED", "VACUOUS", "WARN", "FLAKY"] as const) {
    t.same(judged(result("x.a", { status, level: "should" })), [status, true, []], status);
  }
});

test("an entry holds until the end of its day, and then fails the run", async (t) => {
  const check = result("x.a", { status: "FAIL" });
  const late = "x.a was expected to fail until 2026-06-14 only: known";

  t.same(judged(check, { expires: TODAY }), ["EXPECTED-FAIL", true, []]);
  t.same(judged(check, { expires: "2026-06-14" }), ["FAIL", false, [late]]);
});

test("an entry that the run did not look at is no matter, and a failure without one fails the run", async (t) => {
  const entries = baseline({ id: "x.z", reason: "known" });
  const fine = applyBaseline(reportOf([result("x.a")]), entries, TODAY);
  const failed = applyBaseline(reportOf([result("x.a", { status: "FAIL" })]), entries, TODAY);

  t.same([fine.ok, fine.baseline], [true, { entries: 1, outdated: [] }]);
  t.equal(failed.ok, false);
});

test("a run with nothing but expected failures is ok and never conformant", async (t) => {
  const entry = { id: "x.a", reason: "known", issue: "https://example.org/1" };
  const report = applyBaseline(reportOf([result("x.a", { status: "FAIL" })]), baseline(entry), TODAY);

  t.same([report.ok, report.verdict.conformant, report.summary.expectedFail], [true, false, 1]);
  t.same(report.checks[0]?.baseline, { reason: "known", issue: "https://example.org/1" });
});

test("an update adds what fails, takes out what passes, and keeps reasons and what was not looked at, sorted", async (t) => {
  const before = baseline(
    { id: "x.f", reason: "not in this run" },
    { id: "x.e", reason: "was not tested" },
    { id: "x.b", reason: "still so", expires: "2026-01-01" },
    { id: "x.a", reason: "is mended" },
  );
  const report = reportOf([
    result("x.a"),
    result("x.b", { status: "FAIL" }),
    result("x.c", { status: "WARN" }),
    result("x.d", { status: "FAIL" }),
    result("x.e", { status: "NOT-TESTED" }),
  ]);

  t.same(updateBaseline(report, before).entries, [
    { id: "x.b", reason: "still so", expires: "2026-01-01" },
    { id: "x.d", reason: "not explained yet" },
    { id: "x.e", reason: "was not tested" },
    { id: "x.f", reason: "not in this run" },
  ]);
});
