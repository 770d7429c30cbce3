import type { PassiveCheck } from "../../../engine/scenario.js";
import type { Protocol } from "../../../protocol/protocol.js";
import type { Sighting } from "../../conversation/sighting.js";
import { isOddOfAgent } from "../model/command.js";
import type { ClientPlayed } from "../play/played.js";

/** What the registry's own checks see in the traffic, as long as the agent breaks no rule in it. */
export function passiveSightings(
  { transcripts, trial }: ClientPlayed,
  protocol: Protocol,
  checks: readonly PassiveCheck[],
): Sighting[] {
  if (trial.commands.some(isOddOfAgent)) return [];
  return transcripts.flatMap((transcript) =>
    checks.flatMap(({ id, judge }): Sighting[] => {
      const verdict = judge(transcript, protocol);
      if (verdict?.kind !== "violated") return [];
      const { expected, actual, frames } = verdict;
      return [{ checkId: id, family: id, expected, actual, frames }];
    }),
  );
}
