import { Transcript } from "../../driver/transcript.js";
import { firstOtherFlaw } from "../../engine/own-frames.js";
import type { Protocol } from "../../protocol/protocol.js";
import type { LintedRole } from "./lint-traces.js";
import type { Recording } from "./recording.js";

/**
 * The recording as it is judged for one role. The checks of clients are made for agents that keep the rules, so behind the
 * first line of the agent that breaks the schema nothing is held against its client.
 */
export function recordingFor(role: LintedRole, recording: Recording, protocol: Protocol): Recording {
  if (role === "agent") return recording;
  const { path, whole, certain, limits } = recording;
  const clientOf = ({ frames }: Transcript): Transcript => Transcript.recorded(frames, "c2a");
  const flaw = firstOtherFlaw(clientOf(whole), protocol);
  if (flaw === undefined) return { path, whole: clientOf(whole), certain: clientOf(certain), limits };
  const before = ({ frames }: Transcript): Transcript =>
    Transcript.recorded(
      frames.filter(({ number }) => number < flaw.number),
      "c2a",
    );
  return {
    path,
    whole: before(whole),
    certain: before(certain),
    limits: [...limits, `${path} has a line of the agent that the schema does not allow (${flaw.number})`],
  };
}
