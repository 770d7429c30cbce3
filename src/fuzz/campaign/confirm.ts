import { linesIn } from "../../driver/sandwich/payload.js";
import { unlessAborted } from "../../engine/unless-aborted.js";
import { judgeCase } from "../bridge-run.js";
import type { Finding, Seen } from "./finding.js";
import type { LookOptions } from "./look.js";
import { caseOfTrial, type Trial } from "./trial.js";

type Confirmed = Omit<Finding, "trial" | "foundMs">;

/**
 * Plays what was found direct and through, on fresh processes, twice: only then does it count. The smallest session comes
 * first; the larger ones follow where shrinking, which waits less, was led astray.
 */
export async function confirm(
  { aspect, checkId, difference: firstDifference }: Seen,
  trials: readonly Trial[],
  options: LookOptions,
): Promise<Confirmed> {
  let once: Confirmed | undefined;
  let last: Confirmed | undefined;
  for (const trial of trials) {
    const played = { ...caseOfTrial(trial), aspects: [aspect] };
    last = { checkId, difference: firstDifference, played, frames: framesOf(trial), isFlaky: true };
    const judged = await unlessAborted(options.signal, async () => await judgeCase(played, options));
    if (judged === undefined) break;
    const { difference, isFlaky } = judged;
    if (difference === undefined) continue;
    const shown = { ...last, difference, isFlaky };
    if (!isFlaky) return shown;
    once ??= shown;
  }
  const unconfirmed = once ?? last;
  if (unconfirmed === undefined) throw new Error("Cannot confirm a finding without a session");
  return unconfirmed;
}

/** The lines that each side said, one that is repeated counted once. */
function framesOf({ acts }: Trial): number {
  const lines = acts
    .flatMap(({ steps }) => steps)
    .flatMap((step) =>
      step.do === "write" ? [...linesIn(step.payload).keys()].map((line) => `${step.dir} ${line}`) : [],
    );
  return new Set(lines).size;
}
