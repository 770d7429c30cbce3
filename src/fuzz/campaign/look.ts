import { playSandwich } from "../../driver/sandwich/sandwich.js";
import { neverStarted } from "../bridge-run.js";
import type { Profile } from "../profile.js";
import { expectedOf } from "./expected.js";
import { type Seen, seenIn } from "./finding.js";
import { caseOfTrial, type Trial } from "./trial.js";

/** What looking at one trial takes. */
export interface LookOptions {
  /** The bridge's command, with or without `{agent}`. */
  readonly bridge: readonly string[];
  readonly profile: Profile;
  /** How long one wait may take, in milliseconds. */
  readonly waitMs: number;
  /** How long the bridge may take to start its agent, in milliseconds. */
  readonly startMs: number;
  readonly signal: AbortSignal;
}

/** One run through the bridge, held against what a direct one shows; undefined too when it was interrupted. */
export async function look(trial: Trial, options: LookOptions): Promise<Seen | undefined> {
  const { bridge, waitMs, startMs, profile, signal } = options;
  const played = caseOfTrial(trial);
  const through = await playSandwich(played, { bridge, waitMs, startMs });
  if (signal.aborted) return undefined;
  if (!through.isAgentStarted) throw neverStarted(through, startMs);
  return seenIn(trial, played, { direct: expectedOf(played.steps), through }, profile);
}
