import type { Report } from "../report.js";

/** The report a line at a time, for what reads streams: one `run` line, one `check` line a check, one `end` line. */
export function ndjsonReport({ checks, summary, verdict, ok, finishedAt, ...run }: Report): string {
  const { coverage, baseline, ...begun } = run;
  const rows = [
    { event: "run", ...begun },
    ...checks.map((check) => ({ event: "check", ...check })),
    { event: "end", finishedAt, coverage, ...(baseline && { baseline }), summary, verdict, ok },
  ];
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}
