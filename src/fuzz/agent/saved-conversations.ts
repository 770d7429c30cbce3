import { unlessAborted } from "../../engine/unless-aborted.js";
import type { AgentTrial } from "../model/command.js";
import { type AgentFinding, asSeen } from "./agent-finding.js";
import { sightingsIn } from "./oracles/oracles.js";
import type { Sighting } from "./oracles/sighting.js";
import { playTrial } from "./play/play.js";
import type { LookOptions } from "./pursue.js";

/** A conversation that an earlier run has seen fail. */
export interface SavedConversation {
  readonly checkId: string;
  readonly played: AgentTrial;
}

/** What speaks against a check in one conversation, if anything does; undefined too when it was interrupted. */
export async function failsCheck(
  { checkId, played }: SavedConversation,
  options: Omit<LookOptions, "shrinkMs">,
): Promise<Sighting | undefined> {
  const seen = await unlessAborted(options.signal, async () =>
    sightingsIn(await playTrial(played, options), options.judges),
  );
  return seen?.find((one) => one.checkId === checkId);
}

/** The saved conversations that still fail: twice, or they are flaky. */
export async function playSavedConversations(
  saved: readonly SavedConversation[],
  options: LookOptions,
): Promise<readonly AgentFinding[]> {
  const findings: AgentFinding[] = [];
  for (const one of saved) {
    const started = performance.now();
    const first = await failsCheck(one, options);
    if (first === undefined) continue;
    const isFlaky = (await failsCheck(one, options)) === undefined;
    const foundMs = Math.round(performance.now() - started);
    findings.push({ ...asSeen(first, one.played), isFlaky, trial: undefined, foundMs });
  }
  return findings;
}
