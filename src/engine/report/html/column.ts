import type { CheckResult, Report } from "../report.js";

/** One subject of a page: a run, and the letter that stands for it. */
export interface Column {
  readonly name: string;
  readonly report: Report;
  readonly byId: ReadonlyMap<string, CheckResult>;
}

/** Columns of these runs: A, B, … Z, AA, AB, … */
export function columnsOf(reports: readonly Report[]): Column[] {
  return reports.map((report, place) => ({
    name: letters(place),
    report,
    byId: new Map(report.checks.map((check) => [check.id, check])),
  }));
}

function letters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : letters(Math.floor(place / 26) - 1) + last;
}
