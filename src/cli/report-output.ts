import { closeSync, openSync, writeFileSync } from "node:fs";
import colors from "picocolors";
import { jsonReport } from "../engine/report/json.js";
import type { Paint } from "../engine/report/paint.js";
import type { Report } from "../engine/report/report.js";
import { Fault } from "../fault.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { ReportTarget } from "./run-options.js";

/** The exit code that a report comes to (DESIGN, "Exit codes"). */
export function exitCodeOf({ ok, verdict, summary }: Report, signal: AbortSignal): ExitCode {
  if (signal.aborted) return EXIT.interrupted;
  if (summary.fail > 0) return EXIT.failed;
  if (verdict.blockedBy !== null) return EXIT.untestable;
  return ok ? EXIT.ok : EXIT.failed;
}

/** Writes a report to each of its targets. */
export function writeReports(report: Report, targets: readonly ReportTarget[]): void {
  for (const target of targets) writeReport(report, target);
}

function writeReport(report: Report, { path }: ReportTarget): void {
  const text = jsonReport(report);
  if (path === "-") process.stdout.write(text);
  else toFile(path, () => writeFileSync(path, text));
}

/** Said before the run, so that nobody waits for a report that cannot be written. */
export function requireWritable(path: string): void {
  if (path !== "-") toFile(path, () => closeSync(openSync(path, "a")));
}

function toFile(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault("usage", `Cannot write report "${path}": ${reason}`, { cause: error });
  }
}

/** Colours for stderr, where it shows them. */
export function stderrPaint(): Paint {
  return colors.createColors(process.stderr.isTTY === true && colors.isColorSupported);
}
