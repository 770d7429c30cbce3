import { byteCountOf } from "../../driver/sandwich/payload.js";
import type { Seen } from "../campaign/finding.js";
import { type LookOptions, look } from "../campaign/look.js";
import type { Trial } from "../campaign/trial.js";
import { around, joined, wholeLines } from "./plain-forms.js";
import { ALL_READERS, type Reader, repetitionOf } from "./repetition.js";
import { type ShowsFault, shrinkTrial } from "./shrink-trial.js";

/** While it is shrunk, a session that lost something is not waited for long; what is left is judged with all patience. */
const SHRINK_WAIT_MS = 250;
/** As much as a pipe holds: less than that goes through whether it is read or not. */
const MOST_LOCAL_BYTES = 65_536;

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
  const { form, isLeast } = await plainForm(trial, seen, shows);
  return isLeast ? form : await shrinkTrial(form, shows, isOver);
}

/**
 * The same fault in a session that is quicker to play and to shrink, where there is one. What shows it with a reader that
 * has stopped is the least: without the stop it might show by chance, and no more when the session is replayed.
 */
export async function plainForm(
  trial: Trial,
  { difference, byteAt }: Pick<Seen, "difference" | "byteAt">,
  shows: ShowsFault,
): Promise<{ readonly form: Trial; readonly isLeast: boolean }> {
  const surroundings = byteAt === undefined ? undefined : around(trial, difference.direction, byteAt);
  const isLocal = surroundings !== undefined && (await shows(surroundings));
  const readers = isLocal ? readersForLocal(surroundings) : readersFor(trial);
  const repetition = await repetitionOf(trial, shows, readers);
  if (repetition !== undefined) return { form: repetition, isLeast: stopsReading(repetition) };
  let form = isLocal ? surroundings : trial;
  for (const plainer of [joined, wholeLines]) {
    const candidate = plainer(form);
    if (candidate !== undefined && (await shows(candidate))) form = candidate;
  }
  return { form, isLeast: false };
}

/** Where much stands around the byte it may be the volume, and whether that shows hangs on how fast it is read. */
function readersForLocal(surroundings: Trial): readonly Reader[] {
  return saidBytes(surroundings) > MOST_LOCAL_BYTES ? ["stalled"] : [];
}

/** Where somebody has stopped reading the fault may need that. */
function readersFor(trial: Trial): readonly Reader[] {
  return stopsReading(trial) ? ALL_READERS.toReversed() : ALL_READERS;
}

function saidBytes({ acts }: Trial): number {
  const steps = acts.flatMap((act) => act.steps);
  return steps.reduce((sum, step) => sum + (step.do === "write" ? byteCountOf(step.payload) : 0), 0);
}

function stopsReading({ acts }: Trial): boolean {
  return acts.some(({ steps }) => steps.some((step) => step.do.endsWith("-stops-reading")));
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
