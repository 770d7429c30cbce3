import type { Status } from "../outcome.js";
import type { CheckResult, Report, Summary } from "./report.js";

/** What a run knows; the rest of the report follows from it. */
export interface RunFacts
  extends Pick<
    Report,
    "tool" | "subject" | "schema" | "seed" | "startedAt" | "finishedAt" | "coverage" | "checks"
  > {
  readonly promise?: NonNullable<Report["promise"]>;
  readonly baseline?: NonNullable<Report["baseline"]>;
  readonly blockedBy?: string;
  /** The checks that the verdict hangs on; all of them when left out. */
  readonly frozen?: ReadonlySet<string>;
}

const COUNTERS: Readonly<Record<Status, keyof Summary>> = {
  PASS: "pass",
  FAIL: "fail",
  WARN: "warn",
  INFO: "info",
  "N/A": "na",
  "NOT-TESTED": "notTested",
  "EXPECTED-FAIL": "expectedFail",
  VACUOUS: "vacuous",
  FLAKY: "flaky",
};

/** Completes a report: sorts the checks by id, counts them and draws the verdict. */
export function assembleReport(facts: RunFacts): Report {
  const { checks: judged, ...given } = withoutAdvice(facts);
  const checks = judged.map((check) => score(check, facts.frozen));
  const blockedBy = facts.blockedBy ?? nothingTested(checks);
  const sorted = checks.sort((left, right) => (left.id < right.id ? -1 : 1));
  const hasFailure = sorted.some(({ status }) => status === "FAIL");
  const isKnownToFail = sorted.some(({ status }) => status === "EXPECTED-FAIL");
  const isOutdated = (facts.baseline?.outdated.length ?? 0) > 0;
  const isIncomplete = sorted.some(isGap);
  return {
    format: "acp-assay-report",
    formatVersion: 1,
    ...given,
    checks: sorted,
    summary: summarize(sorted),
    verdict: {
      conformant: !hasFailure && !isKnownToFail && !isIncomplete && blockedBy === null && sorted.length > 0,
      incomplete: isIncomplete || blockedBy !== null,
      blockedBy,
    },
    ok: !hasFailure && blockedBy === null && !isOutdated,
  };
}

/** The report with other rows, counted and judged again. */
export function reassembleReport(
  report: Report,
  changed: Pick<RunFacts, "checks"> & Pick<RunFacts, "baseline">,
): Report {
  const { summary: _, verdict, ok: __, ...facts } = report;
  const { blockedBy } = verdict;
  return assembleReport({ ...facts, ...changed, ...(blockedBy === null ? {} : { blockedBy }) });
}

function withoutAdvice({
  blockedBy: _,
  frozen: __,
  ...rest
}: RunFacts): Omit<RunFacts, "blockedBy" | "frozen"> {
  return rest;
}

/** What is younger than the frozen set is reported, not scored: a newer acp-assay turns no run red by knowing more. */
function score(check: CheckResult, frozen: ReadonlySet<string> | undefined): CheckResult {
  if (frozen === undefined || frozen.has(check.id)) return check;
  return { ...check, scored: false, status: check.status === "FAIL" ? "WARN" : check.status };
}

/** A MUST that applies, that counts, and that nobody could judge. */
function isGap({ status, level, scored }: CheckResult): boolean {
  return status === "NOT-TESTED" && level === "must" && scored !== false;
}

/** A run in which nothing was judged has not shown anything, unless nothing applied. */
function nothingTested(checks: readonly CheckResult[]): string | null {
  const isJudged = checks.some(({ status }) => !NOT_JUDGED.includes(status));
  const unjudged = checks.find(({ status }) => status === "NOT-TESTED" || status === "VACUOUS");
  if (isJudged || unjudged === undefined) return null;
  return `nothing could be tested: ${unjudged.id}: ${unjudged.message ?? "no reason known"}`;
}

const NOT_JUDGED: readonly Status[] = ["N/A", "NOT-TESTED", "VACUOUS"];

function summarize(checks: readonly CheckResult[]): Summary {
  const count = (counter: keyof Summary): number =>
    checks.filter(({ status }) => COUNTERS[status] === counter).length;
  return {
    pass: count("pass"),
    fail: count("fail"),
    warn: count("warn"),
    info: count("info"),
    na: count("na"),
    notTested: count("notTested"),
    expectedFail: count("expectedFail"),
    vacuous: count("vacuous"),
    flaky: count("flaky"),
    total: checks.length,
  };
}
