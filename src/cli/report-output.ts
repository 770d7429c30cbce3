import { appendFileSync, closeSync, openSync, writeFileSync } from "node:fs";
import colors from "picocolors";
import { githubAnnotations } from "../engine/report/kinds/annotations.js";
import { renderReport } from "../engine/report/kinds/kind.js";
import { withoutHome } from "../engine/report/kinds/without-home.js";
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

/** Writes a report to each of its targets, and to GitHub where it runs there. */
export async function writeReports(report: Report, targets: readonly ReportTarget[]): Promise<void> {
  for (const { kind, path } of targets) {
    const text = await renderReport(kind, report);
    if (path === "-") process.stdout.write(text);
    else toFile(path, () => writeFileSync(path, text));
  }
  if (process.env["GITHUB_ACTIONS"] === "true") await tellGithub(report);
}

/** GitHub reads commands from stderr too, and stdout may hold a report. */
async function tellGithub(report: Report): Promise<void> {
  process.stderr.write(githubAnnotations(withoutHome(report)));
  const summary = process.env["GITHUB_STEP_SUMMARY"];
  if (summary === undefined || summary === "") return;
  const text = await renderReport("md", report);
  toFile(summary, () => appendFileSync(summary, `${text}\n`));
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
