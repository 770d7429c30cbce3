import { type Command, Option } from "commander";
import { readScript, type Script } from "../../engine/script/script.js";
import { Fault } from "../../fault.js";
import { PROFILE_NAMES } from "../../fuzz/named-profiles.js";
import { PROMISE_LEVELS } from "../../fuzz/oracle/level.js";
import { type SchemaId, schemaIds } from "../../protocol/schema-id.js";
import { type CliContext, requireSubject } from "../command.js";
import type { ExitCode } from "../exit-code.js";
import { latencyText } from "../latency-text.js";
import { Progress } from "../progress.js";
import { type OutcomeFlags, reportRun, withOutcomeOptions } from "../report-run.js";
import { runCheck } from "../run-check.js";
import { DEFAULT_TIMEOUT_MS, limitMs, milliseconds, wholeNumber, workerCount } from "../run-options.js";
import { argvOf } from "../through-option.js";

interface CheckFlags extends OutcomeFlags {
  readonly role: "agent" | "client" | "bridge";
  readonly promise: string;
  readonly schema: SchemaId;
  readonly through?: readonly string[];
  readonly maxLatencyMs?: number;
  readonly strict: boolean;
  readonly script?: Script;
  readonly seed: number;
  readonly workers: number;
  readonly timeout: number;
  readonly authMethod?: string;
  readonly allowLogout: boolean;
}

/** `check`: job 1. */
export function register(program: Command, context: CliContext): void {
  withOutcomeOptions(program.command("check"))
    .summary("run conformance on an agent, a client or a bridge")
    .usage("[selector…] [options] -- SUBJECT…")
    .argument("[selector...]", "ids or prefixes of ids; everything when left out")
    .addOption(
      new Option("--role <role>", "what the subject is")
        .choices(["agent", "client", "bridge"])
        .default("agent"),
    )
    .option(
      "--promise <level|profile|file>",
      `what a bridge promises: ${PROMISE_LEVELS.join(", ")}, ${PROFILE_NAMES.join(", ")} or a profile file`,
      "bytes",
    )
    .addOption(
      new Option("--schema <id>", "the schema to judge by; v2 is for agents only")
        .choices(schemaIds)
        .default("v1"),
    )
    .option(
      "--script <file>",
      "prompts that make an agent do what is looked at (docs/scripts.md)",
      readScript,
    )
    .option(
      "--through <json-array>",
      "a bridge's command: the agent suite runs direct and through it, and verdicts that differ fail",
      argvOf,
    )
    .option("--max-latency-ms <ms>", "what a bridge may add to the way of 99 of 100 frames", limitMs)
    .option("--strict", "what would warn fails", false)
    .option("--seed <n>", "stored in the report", wholeNumber, 1)
    .option("--workers <n|auto>", "subjects that run at once", workerCount, workerCount("auto"))
    .option("--timeout <ms>", "how long one answer may take", milliseconds, DEFAULT_TIMEOUT_MS)
    .option("--auth-method <id>", "log in to the agent with this method, which must need no person")
    .option("--allow-logout", "log out as well: takes away your own login at the agent", false)
    .addHelpText(
      "after",
      '\nIn SUBJECT, "{agent}" stands for the probe agent of the harness, "{agent-command}" for the same as one string;\na client or bridge with neither gets it appended. The report for people goes to stderr, --report json=- to stdout.\nFailures are kept in .acp-assay/failures for replay.',
    )
    .action(async (selectors: string[], flags: CheckFlags) => {
      context.exit(await check(selectors, flags, context));
    });
}

async function check(selectors: string[], flags: CheckFlags, context: CliContext): Promise<ExitCode> {
  requireFitting(flags);
  const progress = new Progress();
  const options = {
    ...flags,
    selectors,
    subject: requireSubject(context, flags.role === "agent" ? "check" : `check --role ${flags.role}`),
    progress,
    signal: context.signal,
  };
  return await reportRun(() => runCheck(options).finally(() => progress.clear()), options, latencyText);
}

/** Options that are about one role have to stand with that role. */
function requireFitting({ role, script, through, maxLatencyMs, authMethod, allowLogout }: CheckFlags): void {
  if (role !== "agent" && (authMethod !== undefined || allowLogout))
    throw new Fault(
      "usage",
      "--auth-method and --allow-logout are about an agent: they go with --role agent",
    );
  if (script !== undefined && role !== "agent")
    throw new Fault("usage", "--script says what to ask an agent: it goes with --role agent");
  if (through !== undefined && role !== "agent")
    throw new Fault(
      "usage",
      "--through names the bridge itself, so the subject is the agent: leave out --role",
    );
  if (maxLatencyMs !== undefined && role !== "bridge")
    throw new Fault("usage", "--max-latency-ms is about a bridge: add --role bridge");
}
