import type { Seen } from "../campaign/finding.js";
import { type LookOptions, look } from "../campaign/look.js";
import type { Trial } from "../campaign/trial.js";
import { shrinkTrial } from "./shrink-trial.js";

/** While it is shrunk, a session that lost something is not waited for long; what is left is judged with all patience. */
const SHRINK_WAIT_MS = 250;

/** The smallest session found within `shrinkMs` that still speaks against the same check. */
export async function smallestSession(
  trial: Trial,
  { checkId }: Seen,
  options: LookOptions & { readonly shrinkMs: number },
): Promise<Trial> {
  const deadline = performance.now() + options.shrinkMs;
  const waitMs = Math.min(SHRINK_WAIT_MS, options.waitMs);
  return await shrinkTrial(trial, async (smaller) => {
    if (options.signal.aborted || performance.now() > deadline || !isPlayable(smaller)) return false;
    return (await look(smaller, { ...options, waitMs }))?.checkId === checkId;
  });
}

/**
 * A client that has stopped reading sees nothing, so that whatever waits for it would be late without a bridge too; one
 * that never reads again would not even see all that a direct run brings.
 */
export function isPlayable({ acts }: Pick<Trial, "acts">): boolean {
  let isReading = true;
  for (const step of acts.flatMap(({ steps }) => steps)) {
    if (step.do === "client-stops-reading") isReading = false;
    if (step.do === "client-reads-again") isReading = true;
    if (step.do === "await" && step.dir === "a2c" && !isReading) return false;
  }
  return isReading;
}
