import type { Status } from "../outcome.js";
import { reassembleReport } from "../report/assemble.js";
import type { CheckResult, Report } from "../report/report.js";
import { mergeCoverage } from "./merge-coverage.js";

/**
 * Joins the reports that are shares of one run: same subject, promise, seed and schema. Of a check that several of them
 * judged, the heaviest result stays, and names the findings of the others. Other reports stay as they are, in order.
 */
export function mergeReports(reports: readonly Report[]): Report[] {
  const groups = new Map<string, Report[]>();
  for (const report of reports) {
    const { subject, promise, seed, schema, coverage } = report;
    // A check and a campaign of one subject are two runs; only a campaign counts what it played.
    const isCampaign = ["sessions", "conversations"].some((name) => typeof coverage[name] === "number");
    const key = JSON.stringify([
      subject.role,
      subject.argv,
      promise?.declared,
      seed,
      schema.sha256,
      isCampaign,
    ]);
    groups.set(key, [...(groups.get(key) ?? []), report]);
  }
  return [...groups.values()].map((shares) => shares.reduce(join));
}

function join(left: Report, right: Report): Report {
  const byId = new Map(left.checks.map((check) => [check.id, check]));
  for (const check of right.checks) {
    const before = byId.get(check.id);
    byId.set(check.id, before === undefined ? check : heavier(before, check));
  }
  const blockedBy = left.verdict.blockedBy ?? right.verdict.blockedBy;
  const whole: Report = {
    ...left,
    ...(left.promise &&
      right.promise && { promise: { ...left.promise, held: lower(left.promise.held, right.promise.held) } }),
    startedAt: [left.startedAt, right.startedAt].sort()[0] ?? left.startedAt,
    finishedAt: [left.finishedAt, right.finishedAt].sort()[1] ?? left.finishedAt,
    coverage: mergeCoverage(left.coverage, right.coverage),
    verdict: { ...left.verdict, blockedBy },
  };
  const baseline = joinBaselines(left.baseline, right.baseline);
  return reassembleReport(whole, { checks: [...byId.values()], ...(baseline && { baseline }) });
}

const WEIGHT: Readonly<Record<Status, number>> = {
  FAIL: 8,
  "EXPECTED-FAIL": 7,
  WARN: 6,
  FLAKY: 5,
  PASS: 4,
  INFO: 3,
  VACUOUS: 2,
  "NOT-TESTED": 1,
  "N/A": 0,
};

function heavier(left: CheckResult, right: CheckResult): CheckResult {
  const [most, least] = WEIGHT[right.status] > WEIGHT[left.status] ? [right, left] : [left, right];
  const durationMs = left.durationMs + right.durationMs;
  const isSame = least.failureId === undefined || least.failureId === most.failureId;
  if (isSame) return { ...most, durationMs };
  const message = `${most.message ?? "found twice"}; also ${least.failureId}`;
  return { ...most, message, durationMs };
}

const LOWEST_FIRST = ["none", "meaning", "json", "lines", "bytes"];

function lower(left: string, right: string): string {
  return LOWEST_FIRST.indexOf(left) <= LOWEST_FIRST.indexOf(right) ? left : right;
}

function joinBaselines(left: Report["baseline"], right: Report["baseline"]): Report["baseline"] {
  if (left === undefined || right === undefined) return left ?? right;
  const known = new Set(left.outdated.map(({ id }) => id));
  const added = right.outdated.filter(({ id }) => !known.has(id));
  return { entries: Math.max(left.entries, right.entries), outdated: [...left.outdated, ...added] };
}
