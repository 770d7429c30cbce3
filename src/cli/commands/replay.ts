import type { Command } from "commander";
import { type Failure, loadFailures } from "../../engine/failure.js";
import { unlessAborted } from "../../engine/unless-aborted.js";
import { Fault } from "../../fault.js";
import type { CliContext } from "../command.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { Progress } from "../progress.js";
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
      const progress = new Progress();
      const failures = loadFailures(place);
      for (const failure of failures) {
        progress.show(`replaying ${failure.id}, ${outcomes.length + 1} of ${failures.length}`);
        const outcome = await replayOne(failure, context.subject ?? failure.subject, context.signal).finally(
          () => progress.clear(),
        );
        if (outcome === undefined) break;
        outcomes.push(outcome);
      }
      if (context.signal.aborted) throw new Fault("harness", "Interrupted");
      context.exit(exitCodeOf(outcomes));
    });
}

/** Undefined when the run was interrupted: then nothing was seen. */
async function replayOne(
  failure: Failure,
  subject: readonly string[],
  signal: AbortSignal,
): Promise<ReplayOutcome | undefined> {
  const { id, check } = failure;
  try {
    const replayed = await unlessAborted(signal, () => replayFailure(failure, subject));
    if (replayed === undefined) return undefined;
    const { outcome, failedTimes, times } = replayed;
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
