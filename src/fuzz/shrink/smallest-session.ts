import type { Seen } from "../campaign/finding.js";
import { type LookOptions, look } from "../campaign/look.js";
import type { Trial } from "../campaign/trial.js";
import { around, joined, repetitionOf } from "./plain-forms.js";
import { type ShowsFault, shrinkTrial } from "./shrink-trial.js";

/** While it is shrunk, a session that lost something is not waited for long; what is left is judged with all patience. */
const SHRINK_WAIT_MS = 250;

/** The smallest session found within `shrinkMs` that still speaks against the same check. */
export async function smallestSession(
  trial: Trial,
  seen: Seen,
  options: LookOptions & { readonly shrinkMs: number },
): Promise<Trial> {
  const deadline = performance.now() + options.shrinkMs;
  const waitMs = Math.min(SHRINK_WAIT_MS, options.waitMs);
  const isOver = (): boolean => options.signal.aborted || performance.now() > deadline;
  const shows: ShowsFault = async (smaller) => {
    if (isOver() || !isPlayable(smaller)) return false;
    return (await look(smaller, { ...options, waitMs }))?.seen?.checkId === seen.checkId;
  };
  return await shrinkTrial(await plainForm(trial, seen, shows), shows, isOver);
}

/** The same fault in a session that is quicker to play and to shrink, where there is one. */
async function plainForm(trial: Trial, { difference, byteAt }: Seen, shows: ShowsFault): Promise<Trial> {
  const surroundings = byteAt === undefined ? undefined : around(trial, difference.direction, byteAt);
  const isLocal = surroundings !== undefined && (await shows(surroundings));
  const repetition = isLocal ? undefined : await repetitionOf(trial, shows);
  if (repetition !== undefined) return repetition;
  const left = isLocal ? surroundings : trial;
  const asOne = joined(left);
  return asOne !== undefined && (await shows(asOne)) ? asOne : left;
}

/**
 * A side that has stopped reading sees nothing, so that whatever waits for it would be late without a bridge too; one that
 * never reads again would not even see all that a direct run brings.
 */
export function isPlayable({ acts }: Pick<Trial, "acts">): boolean {
  const reads = { c2a: true, a2c: true };
  for (const step of acts.flatMap(({ steps }) => steps)) {
    if (step.do === "client-stops-reading") reads.a2c = false;
    if (step.do === "client-reads-again") reads.a2c = true;
    if (step.do === "agent-stops-reading") reads.c2a = false;
    if (step.do === "agent-reads-again") reads.c2a = true;
    if (step.do === "await" && !reads[step.dir]) return false;
  }
  return reads.c2a && reads.a2c;
}
