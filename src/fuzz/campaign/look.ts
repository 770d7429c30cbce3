import { neverStarted } from "../bridge-run.js";
import { playThrough, type ThroughOptions } from "../play-through.js";
import { expectedOf } from "./expected.js";
import { type Seen, seenIn } from "./finding.js";
import { caseOfTrial, type Trial } from "./trial.js";

/** What looking at one trial takes. */
export interface LookOptions extends ThroughOptions {
  readonly signal: AbortSignal;
}

/** One run through the bridge, held against what a direct one shows; undefined too when it was interrupted. */
export async function look(trial: Trial, options: LookOptions): Promise<Seen | undefined> {
  const { startMs, profile, signal } = options;
  const played = caseOfTrial(trial);
  const through = await playThrough(played, options);
  if (signal.aborted) return undefined;
  if (!through.isAgentStarted) throw neverStarted(through, startMs);
  return seenIn(trial, played, { direct: expectedOf(played.steps), through }, profile);
}
