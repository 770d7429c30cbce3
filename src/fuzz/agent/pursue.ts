import { unlessAborted } from "../../engine/unless-aborted.js";
import type { AgentTrial } from "../model/command.js";
import { type AgentFinding, asSeen } from "./agent-finding.js";
import { type Judges, sightingsIn } from "./oracles/oracles.js";
import type { Sighting } from "./oracles/sighting.js";
import { hurried, slowestOf } from "./patience.js";
import { type PlayOptions, playTrial } from "./play/play.js";
import type { Played } from "./play/played.js";
import { shrinkConversation } from "./shrink-conversation.js";

/** What looking at conversations takes. */
export interface LookOptions extends PlayOptions {
  readonly judges: Judges;
  readonly signal: AbortSignal;
  /** How long one finding may be shrunk, in milliseconds. */
  readonly shrinkMs: number;
}

/** A finding counts when it shows this often again, on fresh processes. */
const TIMES_AGAIN = 2;

/** Shrinks what was seen and plays it twice more with all patience; the whole conversation where the short one misleads. */
export async function pursue(
  sighting: Sighting,
  played: Played,
  options: LookOptions,
): Promise<Omit<AgentFinding, "trial" | "foundMs">> {
  const deadline = performance.now() + options.shrinkMs;
  const quick = { ...options, ...hurried([sighting.family], slowestOf(played), options.waitMs) };
  const shows = async (trial: AgentTrial): Promise<boolean> => {
    if (options.signal.aborted || performance.now() > deadline) return false;
    return (await lookAgain(trial, sighting, quick)) !== undefined;
  };
  const least = await shrinkConversation(played.trial, shows);
  return (
    (await confirmed(least, sighting, options)) ??
    (await confirmed(played.trial, sighting, options)) ??
    asSeen(sighting, least)
  );
}

/** The same finding in this conversation, if it shows. */
export async function lookAgain(
  trial: AgentTrial,
  { family }: Pick<Sighting, "family">,
  options: LookOptions,
): Promise<Sighting | undefined> {
  const seen = await unlessAborted(options.signal, async () =>
    sightingsIn(await playTrial(trial, options), options.judges),
  );
  return seen?.find((one) => one.family === family);
}

async function confirmed(
  trial: AgentTrial,
  sighting: Sighting,
  options: LookOptions,
): Promise<Omit<AgentFinding, "trial" | "foundMs"> | undefined> {
  let last: Sighting | undefined;
  for (let time = 0; time < TIMES_AGAIN; time += 1) {
    last = await lookAgain(trial, sighting, options);
    if (last === undefined) return undefined;
  }
  return last && { ...asSeen(last, trial), isFlaky: false };
}
