import { type Command, Option } from "commander";
import { type SchemaId, schemaIds } from "../../protocol/schema-id.js";
import type { CliContext } from "../command.js";
import { type LintedRole, lintTraces } from "../lint/lint-traces.js";
import { type OutcomeFlags, reportRun, withOutcomeOptions } from "../report-run.js";

interface LintFlags extends OutcomeFlags {
  readonly schema: SchemaId;
  readonly strict: boolean;
  readonly role: LintedRole;
}

/** `lint`: every check that recorded traffic decides. */
export function register(program: Command, context: CliContext): void {
  withOutcomeOptions(program.command("lint"))
    .summary("judge recorded traces by every check that traffic alone decides")
    .argument("<trace...>", "trace files, as acp-tee --trace writes them")
    .addOption(
      new Option("--role <role>", "whose lines are judged").choices(["agent", "client"]).default("agent"),
    )
    .addOption(new Option("--schema <id>", "the schema to judge by").choices(schemaIds).default("v1"))
    .option("--strict", "what would warn fails", false)
    .action(async (paths: string[], flags: LintFlags) => {
      const about = { ...flags, subject: paths, seed: 1, signal: context.signal } as const;
      context.exit(await reportRun(() => lintTraces({ ...flags, paths }), about));
    });
}
