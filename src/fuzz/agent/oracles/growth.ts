import type { Played } from "../play/played.js";
import type { Sighting } from "./sighting.js";

export const MEMORY = "agent.fuzz.memory";

/** Fewer equal turns say nothing: a runtime fills its heap before it looks for what it can free. */
const FEWEST_TURNS = 100;
/** So much more than after the first fifth, in MiB. */
const MOST_GROWTH_MIB = 96;
/** And no end of it: so much of that in the last fifth alone. */
const STILL_GROWING = 0.1;

/** The memory of an agent that only repeats equal turns comes to rest. Generous: what is accused grows without end. */
export function growthSightings({ memory }: Played): Sighting[] {
  if (memory.length < FEWEST_TURNS) return [];
  const at = (share: number): number => memory[Math.floor((memory.length - 1) * share)] ?? 0;
  const growth = at(1) - at(0.2);
  const lately = at(1) - at(0.8);
  if (growth < MOST_GROWTH_MIB || lately < STILL_GROWING * growth) return [];
  const actual = `${Math.round(at(0.2))} MiB after ${Math.round(memory.length / 5)} equal turns, ${Math.round(at(1))} MiB after ${memory.length}`;
  return [{ checkId: MEMORY, family: "memory", expected: "memory that comes to rest", actual, frames: [] }];
}
