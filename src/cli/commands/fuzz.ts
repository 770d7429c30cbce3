import { type Command, Option } from "commander";
import { readRegistry } from "../../engine/registry.js";
import type { Report } from "../../engine/report/report.js";
import { textReport } from "../../engine/report/text.js";
import { Fault } from "../../fault.js";
import type { Depth } from "../../fuzz/campaign/trials.js";
import { PROMISE_LEVELS } from "../../fuzz/oracle/level.js";
import { TOXICS } from "../../fuzz/traffic/toxics.js";
import { type SchemaId, schemaIds } from "../../protocol/schema-id.js";
import { blockedReport } from "../blocked-report.js";
import { type CliContext, requireSubject } from "../command.js";
import type { ExitCode } from "../exit-code.js";
import { duration, shardOf, toxicSet } from "../fuzz-options.js";
import { fuzzProgress } from "../fuzz-progress.js";
import { packagePlace } from "../package-place.js";
import { Progress } from "../progress.js";
import { exitCodeOf, requireWritable, stderrPaint, writeReports } from "../report-output.js";
import { type FuzzOptions, runFuzz } from "../run-fuzz.js";
import {
  DEFAULT_TIMEOUT_MS,
  milliseconds,
  positiveNumber,
  type ReportTarget,
  reportTarget,
  wholeNumber,
  workerCount,
} from "../run-options.js";

interface FuzzFlags extends Omit<FuzzOptions, "subject" | "registry" | "signal" | "runs" | "onSession"> {
  readonly runs?: number;
  readonly report: readonly ReportTarget[];
}

const DEPTHS: readonly Depth[] = ["smoke", "lean", "full"];

/** `fuzz`: job 2. */
export function register(program: Command, context: CliContext): void {
  program
    .command("fuzz")
    .summary("fuzz pass-through transparency of a bridge")
    .usage("[options] -- SUBJECT…")
    .addOption(new Option("--role <role>", "what the subject is").choices(["bridge"]).default("bridge"))
    .addOption(
      new Option(
        "--depth <depth>",
        "smoke: every kind of frame once; lean: near misses and hazards too; full: random sessions on top",
      )
        .choices(DEPTHS)
        .default("full"),
    )
    .option("--runs <n>", "sessions at most", positiveNumber)
    .addOption(
      new Option("--for <time>", "begin no session after this time, as in 60s or 5m")
        .argParser(duration)
        .default(duration("60s"), "60s"),
    )
    .option("--seed <n>", "the same seed gives the same sessions", wholeNumber, 1)
    .option("--no-saved", "do not play the saved failures of this bridge first")
    .addOption(
      new Option("--toxics <list|none>", TOXICS.join(", "))
        .argParser(toxicSet)
        .default(toxicSet(TOXICS.join(",")), "all"),
    )
    .addOption(
      new Option("--shard <i/n>", "play the i-th of n shares of the sessions")
        .argParser(shardOf)
        .default(shardOf(undefined), "JOB_COMPLETION_INDEX and JOB_COMPLETION_COUNT, or all"),
    )
    .option(
      "--promise <level|file>",
      `what the bridge promises: ${PROMISE_LEVELS.join(", ")} or a profile file`,
      "bytes",
    )
    .addOption(
      new Option("--schema <id>", "the schema to make traffic from")
        .choices(schemaIds)
        .default("v1" satisfies SchemaId),
    )
    .option("--workers <n|auto>", "sessions at once", workerCount, workerCount("auto"))
    .option("--timeout <ms>", "how long one wait may take", milliseconds, DEFAULT_TIMEOUT_MS)
    .option("--report <kind=path>", "write a report, as json=FILE or json=- for stdout", reportTarget, [])
    .addHelpText(
      "after",
      "\nEach session runs through the bridge, with the harness as client and as agent, and what arrives is held against\nwhat was written. A difference is shrunk, played again direct and through, and kept in .acp-assay/failures for replay;\nthe next run begins with what was kept.",
    )
    .action(async (flags: FuzzFlags) => {
      context.exit(await fuzz(flags, context));
    });
}

async function fuzz({ report: targets, runs, ...flags }: FuzzFlags, context: CliContext): Promise<ExitCode> {
  const progress = new Progress();
  for (const { path } of targets) requireWritable(path);
  const subject = requireSubject(context, "fuzz");
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const report = await runFuzz({
    ...flags,
    runs,
    subject,
    registry: readRegistry(packagePlace("conformance/requirements")),
    signal: context.signal,
    onSession: (statistics, findings) =>
      progress.show(
        fuzzProgress({ statistics, findings, seed: flags.seed, elapsedMs: performance.now() - started }),
      ),
  })
    .finally(() => progress.clear())
    .catch(async (error: unknown) => {
      if (error instanceof Fault && error.code !== "usage" && targets.length > 0) {
        const reason = context.signal.aborted ? "interrupted" : error.message;
        const blocked = await blockedReport({ ...flags, subject, role: "bridge" }, startedAt, reason);
        writeReports(blocked, targets);
      }
      throw error;
    });
  const exitCode = exitCodeOf(report, context.signal);
  process.stderr.write(`${textReport(report, stderrPaint(), exitCode)}${coverageText(report)}`);
  writeReports(report, targets);
  return exitCode;
}

function coverageText({ coverage }: Report): string {
  const { sessions, frames, bytes, topics, givenUp, saved } = coverage as {
    readonly sessions: number;
    readonly frames: number;
    readonly bytes: number;
    readonly topics: { readonly seen: number; readonly all: number };
    readonly givenUp: boolean;
    readonly saved: { readonly played: number; readonly failed: number };
  };
  const megabytes = (bytes / 1e6).toFixed(1);
  const early = givenUp ? " · ended early, it keeps on failing" : "";
  const before =
    saved.played === 0 ? "" : ` saved     ${saved.failed} of ${saved.played} saved failures still fail\n`;
  return `${before} fuzzed    ${sessions} sessions · ${frames} frames · ${megabytes} MB · ${topics.seen} of ${topics.all} kinds of message${early}\n`;
}
