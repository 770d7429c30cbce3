import type { Waits } from "./game.js";
import type { Sighting } from "./sighting.js";

/** In a hurry a subject is given so many times as long as it has taken at most. */
const TIMES_SLOWEST = 6;
const SHORTEST_GRACE_MS = 400;
/** The machine may be busy with other things. */
const SHORTEST_WAIT_MS = 2000;

/**
 * How long a subject is waited for: as long as the options say until it has once left something unanswered, and then not
 * much longer than it has been seen to take, so that a defect that shows everywhere does not use up the time.
 */
export class Patience {
  readonly #longestMs: number;
  readonly #hurries = new Set<string>();
  #slowestMs = 0;

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  get waits(): Waits {
    return hurried([...this.#hurries], this.#slowestMs, this.#longestMs);
  }

  /** Would something like this be seen sooner than the options say? */
  isShortFor({ family }: Sighting): boolean {
    return (family === "hang" ? this.waits.waitMs : this.waits.graceMs) < this.#longestMs;
  }

  hurry({ family }: Sighting): void {
    this.#hurries.add(family);
  }

  learn(slowestMs: number): void {
    this.#slowestMs = Math.max(this.#slowestMs, slowestMs);
  }
}

/** Waits that are long enough to see these again in a subject that was as fast as that. */
export function hurried(families: readonly string[], slowestMs: number, longestMs: number): Waits {
  const enoughMs = TIMES_SLOWEST * slowestMs;
  const isLost = families.some((family) => family.startsWith("lost "));
  const isHang = families.includes("hang");
  return {
    startMs: longestMs,
    waitMs: isHang ? Math.min(longestMs, Math.max(SHORTEST_WAIT_MS, enoughMs)) : longestMs,
    graceMs: isLost ? Math.min(longestMs, Math.max(SHORTEST_GRACE_MS, enoughMs)) : longestMs,
  };
}

/** Waits of the length that the options give, for a subject that nobody knows. */
export function patient(longestMs: number): Waits {
  return hurried([], 0, longestMs);
}
