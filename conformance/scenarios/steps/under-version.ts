import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import { resultsOf } from "./messages.js";

/**
 * Makes checks silent on connections that speak the other version: an agent that speaks both gives it to who asks for a
 * version that nobody knows. A connection that never says what it speaks, as the end of a recording, is judged.
 */
export function underVersion(version: 1 | 2): (check: PassiveCheck) => PassiveCheck {
  return (check) => ({
    ...check,
    judge: (transcript, protocol) =>
      speaks(transcript, version) ? check.judge(transcript, protocol) : undefined,
  });
}

function speaks(transcript: Transcript, version: 1 | 2): boolean {
  const versions = resultsOf(transcript, "initialize").map(({ result }) => result["protocolVersion"]);
  return versions.includes(version) || !versions.includes(version === 1 ? 2 : 1);
}
