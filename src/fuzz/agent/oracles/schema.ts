import type { Verdict } from "../../../engine/outcome.js";
import type { PassiveCheck } from "../../../engine/scenario.js";
import type { Protocol } from "../../../protocol/protocol.js";
import type { Sighting } from "../../conversation/sighting.js";
import type { Played } from "../play/played.js";
import { saysLines } from "./odd-input.js";

export const RESULT_SCHEMA = "agent.fuzz.result-schema";

/** What the registry's own checks see in the traffic. */
export function passiveSightings(
  played: Played,
  protocol: Protocol,
  checks: readonly PassiveCheck[],
): Sighting[] {
  if (saysLines(played)) return [];
  return checks.flatMap(({ id, judge }): Sighting[] => {
    const verdict: Verdict | undefined = judge(played.transcript, protocol);
    if (verdict?.kind !== "violated") return [];
    const { expected, actual, frames } = verdict;
    return [{ checkId: id, family: id, expected, actual, frames }];
  });
}

/** Each result follows the definition of its method's result, in whatever state it was asked for. */
export function resultSightings(played: Played, protocol: Protocol, judged: ReadonlySet<string>): Sighting[] {
  return played.asked.flatMap(({ method, frame, reply }): Sighting[] => {
    if (judged.has(method) || reply?.message.kind !== "response" || !("result" in reply.message.value))
      return [];
    const { result } = reply.message.value;
    // An example of the page on loading answers null, where the schema has an object: both are let pass.
    if (method === "session/load" && result === null) return [];
    const [violation] = protocol.judge("result", method, "c2a", result);
    if (violation === undefined) return [];
    const { path, expected, actual, definition } = violation;
    return [
      {
        checkId: RESULT_SCHEMA,
        family: `result of ${method}`,
        expected: `${path}: ${expected} (${definition})`,
        actual: `${path}: ${actual}`,
        frames: [frame, reply],
      },
    ];
  });
}
