import { neverStarted } from "../bridge-run.js";
import { playThrough, type ThroughOptions } from "../play-through.js";
import { arrivalsIn } from "./arrivals.js";
import { expectedOf } from "./expected.js";
import { type Seen, seenIn } from "./finding.js";
import { caseOfTrial, type Trial } from "./trial.js";

/** What looking at one trial takes. */
export interface LookOptions extends ThroughOptions {
  readonly signal: AbortSignal;
}

/** What a run through the bridge showed: a difference from a direct one, if there is any, and how the bridge carried it. */
export interface Look {
  readonly seen: Seen | undefined;
  readonly shown: readonly string[];
}

/** One run through the bridge, held against what a direct one shows; undefined when it was interrupted. */
export async function look(trial: Trial, options: LookOptions): Promise<Look | undefined> {
  const { startMs, profile, signal } = options;
  const played = caseOfTrial(trial);
  const through = await playThrough(played, options);
  if (signal.aborted) return undefined;
  if (!through.isAgentStarted) throw neverStarted(through, startMs);
  const seen = seenIn(trial, played, { direct: expectedOf(played.steps), through }, profile);
  return { seen, shown: arrivalsIn(through) };
}
