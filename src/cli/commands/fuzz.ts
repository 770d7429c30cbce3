import { type Command, Option } from "commander";
import type { Report } from "../../engine/report/report.js";
import type { Depth } from "../../fuzz/campaign/trials.js";
import { LEVEL_PROFILE_NAMES } from "../../fuzz/named-profiles.js";
import { PROMISE_LEVELS } from "../../fuzz/oracle/level.js";
import { TOXICS } from "../../fuzz/traffic/toxics.js";
import { type SchemaId, schemaIds } from "../../protocol/schema-id.js";
import { type CliContext, requireSubject } from "../command.js";
import type { ExitCode } from "../exit-code.js";
import type { FuzzOptions } from "../fuzz/bridge-fuzz.js";
import { campaignText } from "../fuzz/bridge-text.js";
import { fuzzProgress } from "../fuzz/campaign-pace.js";
import { conversationText } from "../fuzz/conversation-text.js";
import { duration, shardOf, toxicSet } from "../fuzz-options.js";
import { Progress } from "../progress.js";
import { type OutcomeFlags, reportRun, withOutcomeOptions } from "../report-run.js";
import { runFuzz } from "../run-fuzz.js";
import {
  DEFAULT_TIMEOUT_MS,
  milliseconds,
  positiveNumber,
  wholeNumber,
  workerCount,
} from "../run-options.js";

interface FuzzFlags
  extends Omit<FuzzOptions, "subject" | "registry" | "signal" | "runs" | "onSession" | "toxics" | "promise">,
    Partial<Pick<FuzzOptions, "toxics" | "promise">>,
    OutcomeFlags {
  readonly role: "bridge" | "agent" | "client";
  readonly runs?: number;
}

const DEPTHS: readonly Depth[] = ["smoke", "lean", "full"];

/** `fuzz`: job 2. */
export function register(program: Command, context: CliContext): void {
  withOutcomeOptions(program.command("fuzz"))
    .summary("fuzz the transparency of a bridge, or an agent or a client")
    .usage("[options] -- SUBJECT…")
    .addOption(
      new Option("--role <role>", "what the subject is")
        .choices(["bridge", "agent", "client"])
        .default("bridge"),
    )
    .addOption(
      new Option(
        "--depth <depth>",
        "smoke: every kind of frame, or edge of an agent's model, once; lean: near misses and hazards too; full: random sessions on top",
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
    .option("--no-saved", "do not play the saved failures of this subject first")
    .option(
      "--corpus <dir>",
      "a folder for sessions that reached something new; they are played again, and others are made from them",
    )
    .addOption(new Option("--toxics <list|none>", `${TOXICS.join(", ")} (default: all)`).argParser(toxicSet))
    .addOption(
      new Option("--shard <i/n>", "play the i-th of n shares of the sessions")
        .argParser(shardOf)
        .default(shardOf(undefined), "JOB_COMPLETION_INDEX and JOB_COMPLETION_COUNT, or all"),
    )
    .option(
      "--promise <level|profile|file>",
      `what the bridge promises: ${PROMISE_LEVELS.join(", ")}, ${LEVEL_PROFILE_NAMES.join(", ")} or a profile file (default: bytes)`,
    )
    .addOption(
      new Option("--schema <id>", "the schema to make traffic from")
        .choices(schemaIds)
        .default("v1" satisfies SchemaId),
    )
    .option("--workers <n|auto>", "sessions at once", workerCount, workerCount("auto"))
    .option("--timeout <ms>", "how long one wait may take", milliseconds, DEFAULT_TIMEOUT_MS)
    .addHelpText(
      "after",
      "\nEach session runs through the bridge, with the harness as client and as agent, and what arrives is held against\nwhat was written. A difference is shrunk, played again direct and through, and kept in .acp-assay/failures for replay;\nthe next run begins with what was kept. With --role agent the harness is the client: conversations of several sessions,\nin which turns, cancels, answers and races cross, and every response and update is judged (docs/fuzzing-agents.md). With\n--role client it is the agent, and {agent} in the command of the client starts it (docs/fuzzing-clients.md).",
    )
    .action(async (flags: FuzzFlags) => {
      context.exit(await fuzz(flags, context));
    });
}

async function fuzz({ runs, role, ...flags }: FuzzFlags, context: CliContext): Promise<ExitCode> {
  const progress = new Progress();
  const subject = requireSubject(context, role === "bridge" ? "fuzz" : `fuzz --role ${role}`);
  const started = performance.now();
  const run = (): Promise<Report> =>
    runFuzz({
      ...flags,
      role,
      runs,
      subject,
      signal: context.signal,
      onSession: (statistics, findings) =>
        progress.show(
          fuzzProgress({ statistics, findings, seed: flags.seed, elapsedMs: performance.now() - started }),
        ),
    }).finally(() => progress.clear());
  const about = { ...flags, subject, role, signal: context.signal } as const;
  return await reportRun(run, about, role === "bridge" ? campaignText : conversationText);
}
