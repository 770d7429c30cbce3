import type { Status } from "../outcome.js";
import type { CheckResult, Report, Summary } from "./report.js";

/** What a run knows; the rest of the report follows from it. */
export interface RunFacts
  extends Pick<
    Report,
    "tool" | "subject" | "schema" | "seed" | "startedAt" | "finishedAt" | "coverage" | "checks"
  > {
  readonly promise?: NonNullable<Report["promise"]>;
  readonly blockedBy?: string;
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
  const { checks, ...given } = withoutReason(facts);
  const blockedBy = facts.blockedBy ?? nothingTested(checks);
  const sorted = [...checks].sort((left, right) => (left.id < right.id ? -1 : 1));
  const hasFailure = sorted.some(({ status }) => status === "FAIL");
  const isIncomplete = sorted.some(({ status, level }) => status === "NOT-TESTED" && level === "must");
  return {
    format: "acp-assay-report",
    formatVersion: 1,
    ...given,
    checks: sorted,
    summary: summarize(sorted),
    verdict: {
      conformant: !hasFailure && !isIncomplete && blockedBy === null && sorted.length > 0,
      incomplete: isIncomplete || blockedBy !== null,
      blockedBy,
    },
    ok: !hasFailure && blockedBy === null,
  };
}

function withoutReason({ blockedBy: _, ...rest }: RunFacts): Omit<RunFacts, "blockedBy"> {
  return rest;
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
