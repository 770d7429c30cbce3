import type { Command } from "commander";
import { applyBaseline, type Baseline } from "../engine/baseline/baseline.js";
import type { Report } from "../engine/report/report.js";
import { textReport } from "../engine/report/text.js";
import { Fault } from "../fault.js";
import { baselineOf, keepBaseline } from "./baseline-option.js";
import { type BlockedRun, blockedReport } from "./blocked-report.js";
import type { ExitCode } from "./exit-code.js";
import { exitCodeOf, requireWritable, stderrPaint, writeReports } from "./report-output.js";
import { type ReportTarget, reportTarget } from "./run-options.js";

/** What becomes of a run's outcome. */
export interface OutcomeFlags {
  readonly report: readonly ReportTarget[];
  readonly baseline?: string;
  readonly baselineUpdate: boolean;
}

/** Adds the options of OutcomeFlags to a command. */
export function withOutcomeOptions(command: Command): Command {
  return command
    .option(
      "--report <kind=path>",
      "write a report, as junit=FILE or json=- for stdout; may be given several times",
      reportTarget,
      [],
    )
    .option("--baseline <file>", "failures that are known, each with its reason")
    .option("--baseline-update", "write into that file what fails, and take out what passes", false);
}

/**
 * Runs something and tells what came of it: text on stderr, the reports that were asked for, GitHub where it runs there.
 * A run that breaks off, for whatever reason, leaves its reports too, and they say why.
 */
export async function reportRun(
  run: () => Promise<Report>,
  about: BlockedRun & OutcomeFlags & { readonly signal: AbortSignal },
  moreText: (report: Report) => string = () => "",
): Promise<ExitCode> {
  const { report: targets, signal } = about;
  for (const { path } of targets) requireWritable(path);
  const baseline = baselineOf(about);
  const startedAt = new Date().toISOString();
  const found = await run().catch(async (error: unknown) => {
    const isOfTheUser = error instanceof Fault && error.code === "usage";
    if (!isOfTheUser) await writeReports(await brokenOff(error, about, startedAt), targets);
    throw error;
  });
  const report = judge(found, baseline, about);
  const exitCode = exitCodeOf(report, signal);
  process.stderr.write(`${textReport(report, stderrPaint(), exitCode)}${moreText(report)}`);
  await writeReports(report, targets);
  return exitCode;
}

async function brokenOff(
  error: unknown,
  about: BlockedRun & { readonly signal: AbortSignal },
  startedAt: string,
): Promise<Report> {
  const isFault = error instanceof Fault;
  const reason = isFault ? error.message : `The harness broke: ${String(error)}`;
  return await blockedReport(about, startedAt, about.signal.aborted ? "interrupted" : reason);
}

function judge(report: Report, baseline: Baseline | undefined, flags: OutcomeFlags): Report {
  if (baseline === undefined) return report;
  const today = new Date().toISOString().slice(0, 10);
  return applyBaseline(report, keepBaseline(report, baseline, flags), today);
}
