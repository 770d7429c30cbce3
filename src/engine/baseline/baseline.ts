import { reassembleReport } from "../report/assemble.js";
import type { BaselineOutcome, CheckResult, KnownFailure, Report } from "../report/report.js";

/** A failure that is known: the check, why it is expected, where somebody works on it, how long that may take. */
export interface BaselineEntry extends KnownFailure {
  readonly id: string;
}

/** The known failures of one subject (conformance/baseline.schema.json). */
export interface Baseline {
  readonly format: "acp-assay-baseline";
  readonly formatVersion: 1;
  readonly entries: readonly BaselineEntry[];
}

/**
 * Holds a report against a baseline: a failure that stands there becomes EXPECTED-FAIL; an entry whose check passes, or
 * that has expired, fails the run, so that the file never claims what is no longer so. `today` is YYYY-MM-DD.
 */
export function applyBaseline(report: Report, { entries }: Baseline, today: string): Report {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const outdated = report.checks.flatMap((check): BaselineOutcome["outdated"] => {
    const entry = byId.get(check.id);
    const problem = entry && problemOf(entry, check, today);
    return problem === undefined ? [] : [{ id: check.id, problem }];
  });
  const checks = report.checks.map((check) => expect(check, byId.get(check.id), today));
  return reassembleReport(report, { checks, baseline: { entries: entries.length, outdated } });
}

/** Does the check show that nothing is wrong? One that did not apply or could not be judged shows nothing. */
export function isMended({ status }: CheckResult): boolean {
  return status === "PASS" || status === "INFO";
}

function isExpired({ expires }: BaselineEntry, today: string): boolean {
  return expires !== undefined && expires < today;
}

function problemOf(entry: BaselineEntry, check: CheckResult, today: string): string | undefined {
  if (isMended(check)) return `${entry.id} passes: take its entry out of the baseline`;
  if (isExpired(entry, today))
    return `${entry.id} was expected to fail until ${entry.expires} only: ${entry.reason}`;
  return undefined;
}

function expect(check: CheckResult, entry: BaselineEntry | undefined, today: string): CheckResult {
  if (entry === undefined) return check;
  const { id: _, ...baseline } = entry;
  const isExpected = check.status === "FAIL" && !isExpired(entry, today);
  return { ...check, baseline, ...(isExpected ? { status: "EXPECTED-FAIL" } : {}) };
}
