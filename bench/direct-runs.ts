import type { Observation } from "../src/driver/sandwich/observation.js";
import type { BridgeCase } from "../src/fuzz/bridge-case.js";
import { playDirect } from "../src/fuzz/bridge-run.js";

const directRuns = new Map<string, Promise<Observation>>();

/** Many bridges are compared with the same direct runs, so each of those is played once. */
export function playDirectOnce(played: BridgeCase): Promise<Observation> {
  const key = JSON.stringify(played.steps);
  const known = directRuns.get(key) ?? playDirect(played);
  directRuns.set(key, known);
  return known;
}
