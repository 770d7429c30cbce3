import type { Command } from "commander";
import { type Failure, loadFailures } from "../../engine/failure.js";
import { Fault } from "../../fault.js";
import type { CliContext } from "../command.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { type ReplayOutcome, replayFailure } from "../replay-failure.js";

/** `replay`: a saved failure again. */
export function register(program: Command, context: CliContext): void {
  program
    .command("replay")
    .summary("play a saved failure again: FIXED, STILL FAILS, FLAKY or ERROR")
    .usage("FILE|ID|DIR [-- SUBJECT…]")
    .argument("<place>", "an id, a failure file or a folder of them")
    .action(async (place: string) => {
      const outcomes: ReplayOutcome[] = [];
      for (const failure of loadFailures(place)) {
        outcomes.push(await replayOne(failure, context.subject ?? failure.subject));
      }
      context.exit(exitCodeOf(outcomes));
    });
}

async function replayOne(failure: Failure, subject: readonly string[]): Promise<ReplayOutcome> {
  const { id, check } = failure;
  try {
    const { outcome, failedTimes, times } = await replayFailure(failure, subject);
    process.stdout.write(`${outcome}  ${id}  ${check.id}  (failed ${failedTimes} of ${times})\n`);
    return outcome;
  } catch (error) {
    if (!(error instanceof Fault) || error.code === "usage") throw error;
    process.stdout.write(`ERROR  ${id}  ${check.id}  ${error.message}\n`);
    return "ERROR";
  }
}

function exitCodeOf(outcomes: readonly ReplayOutcome[]): ExitCode {
  if (outcomes.includes("ERROR")) return EXIT.untestable;
  return outcomes.every((outcome) => outcome === "FIXED") ? EXIT.ok : EXIT.failed;
}
