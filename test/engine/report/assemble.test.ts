import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "tap";
import { jsonReport } from "../../../src/engine/report/json.js";
import { withoutHome } from "../../../src/engine/report/kinds/without-home.js";
import { reportOf, result } from "./results.js";

test("assembleReport() sorts the checks by id and counts each status", async (t) => {
  const statuses = [
    "PASS",
    "PASS",
    "FAIL",
    "WARN",
    "INFO",
    "N/A",
    "NOT-TESTED",
    "EXPECTED-FAIL",
    "VACUOUS",
    "FLAKY",
  ] as const;
  const checks = statuses.map((status, place) => result(`x.${9 - place}`, { status }));

  const report = reportOf(checks);

  t.same(
    report.checks.map(({ id }) => id),
    checks.map(({ id }) => id).sort(),
  );
  t.same(report.summary, {
    pass: 2,
    fail: 1,
    warn: 1,
    info: 1,
    na: 1,
    notTested: 1,
    expectedFail: 1,
    vacuous: 1,
    flaky: 1,
    total: 10,
  });
});

test("the verdict: a failure is not ok, an untested MUST is incomplete", async (t) => {
  const verdictOf = (...given: Parameters<typeof reportOf>): unknown[] => {
    const { verdict, ok } = reportOf(...given);
    return [verdict.conformant, verdict.incomplete, verdict.blockedBy, ok];
  };

  t.same(verdictOf([result("a"), result("b", { status: "WARN" })]), [true, false, null, true]);
  t.same(verdictOf([result("a", { status: "FAIL" })]), [false, false, null, false]);
  const gap = result("b", { status: "NOT-TESTED" });
  const smallGap = result("b", { status: "NOT-TESTED", level: "should" });
  t.same(verdictOf([result("a"), gap]), [false, true, null, true]);
  t.same(verdictOf([result("a"), smallGap]), [true, false, null, true]);
  const nothing = "nothing could be tested: b: no reason known";
  t.same(verdictOf([gap]), [false, true, nothing, false], "a run in which nothing was judged is blocked");
  t.same(verdictOf([result("b", { status: "N/A" })]), [true, false, null, true], "unless nothing applied");
  t.same(verdictOf([result("a")], { blockedBy: "a login" }), [false, true, "a login", false]);
  t.same(verdictOf([]), [false, false, null, true], "nothing is never conformant");
});

test("withoutHome() writes paths below the home directory with ~, and leaves those of others alone", async (t) => {
  const secret = join(homedir(), "work", "agent.js");
  const report = reportOf([result("a", { actual: `${secret} and ${secret}` })]);

  const text = jsonReport(withoutHome(report));
  const other = withoutHome(reportOf([result("a", { actual: "/home/anne /home/ann" })]), "/home/ann");

  t.equal(text.includes(homedir()), false);
  t.equal(JSON.parse(text).checks[0].actual, [secret, secret].join(" and ").replaceAll(homedir(), "~"));
  t.match(JSON.parse(text), { format: "acp-assay-report", formatVersion: 1, seed: 42, ok: true });
  t.equal(text.at(-1), "\n");
  t.equal(other.checks[0]?.actual, "/home/anne ~");
});

test("a check that is younger than the frozen set is reported, not scored", async (t) => {
  const frozen = new Set(["a", "b"]);
  const young = [result("c", { status: "FAIL" }), result("d", { status: "NOT-TESTED" })];
  const report = reportOf([result("a"), result("b", { status: "N/A" }), ...young], { frozen });

  t.same(
    report.checks.map(({ status, scored }) => [status, scored]),
    [
      ["PASS", undefined],
      ["N/A", undefined],
      ["WARN", false],
      ["NOT-TESTED", false],
    ],
  );
  t.same([report.ok, report.verdict.conformant, report.verdict.incomplete], [true, true, false]);
  t.notOk("frozen" in report);
  t.equal(reportOf([...young], {}).ok, false, "without a frozen set every check counts");
});
