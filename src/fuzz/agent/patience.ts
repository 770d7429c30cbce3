import type { Sighting } from "./oracles/sighting.js";
import type { PlayOptions } from "./play/play.js";
import type { Played } from "./play/played.js";

type Waits = Required<Pick<PlayOptions, "waitMs" | "startMs" | "graceMs">>;

/** In a hurry an agent is given so many times as long as it has taken at most. */
const TIMES_SLOWEST = 6;
const SHORTEST_GRACE_MS = 400;
/** The machine may be busy with other things. */
const SHORTEST_WAIT_MS = 2000;

/**
 * How long an agent is waited for: as long as the options say until it has once left something unanswered, and then not
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

  learn(played: Played): void {
    this.#slowestMs = Math.max(this.#slowestMs, slowestOf(played));
  }
}

/** Waits that are long enough to see these again in an agent that was as fast as that. */
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

/**
 * The slowest answer in milliseconds. A turn takes as long as somebody lets it, so it counts from what ended it on;
 * the start of a process has its own time.
 */
export function slowestOf({ asked, endedMs }: Played): number {
  const latencies = asked.flatMap(({ method, frame, reply }) =>
    reply === undefined || method === "session/prompt" || method === "initialize"
      ? []
      : [(reply.atMicros - frame.atMicros) / 1000],
  );
  return Math.max(endedMs, ...latencies);
}
