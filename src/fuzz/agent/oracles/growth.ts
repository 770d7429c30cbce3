import { growthIn } from "../../conversation/growth.js";
import type { Sighting } from "../../conversation/sighting.js";
import type { Played } from "../play/played.js";

export const MEMORY = "agent.fuzz.memory";

/** The memory of an agent that only repeats equal turns comes to rest. */
export function growthSightings({ memory }: Pick<Played, "memory">): Sighting[] {
  const actual = growthIn(memory, "equal turns");
  if (actual === undefined) return [];
  return [{ checkId: MEMORY, family: "memory", expected: "memory that comes to rest", actual, frames: [] }];
}
