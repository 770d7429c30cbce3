import { bytesOf } from "../../driver/sandwich/payload.js";
import type { Trial } from "./trial.js";

/** What a campaign went through, so that "no findings" means something. */
export interface CampaignStatistics {
  readonly sessions: number;
  readonly frames: number;
  readonly bytes: number;
  /** How often each thing was covered, as `valid c2a session/prompt request`, `mutation: truncate`, `toxic burst`. */
  readonly covered: Readonly<Record<string, number>>;
}

/** Counts what was played. */
export class Statistics {
  #sessions = 0;
  #frames = 0;
  #bytes = 0;
  readonly #covered = new Map<string, number>();

  count({ acts, ending }: Trial): void {
    this.#sessions += 1;
    for (const name of [...acts.flatMap(({ about }) => about), `ending ${ending}`]) {
      this.#covered.set(name, (this.#covered.get(name) ?? 0) + 1);
    }
    for (const { steps } of acts) {
      for (const step of steps) {
        if (step.do !== "write") continue;
        const bytes = bytesOf(step.payload);
        this.#bytes += bytes.length;
        this.#frames += "fill" in step.payload ? linesOf(step.payload) : 1;
      }
    }
  }

  get result(): CampaignStatistics {
    const covered = Object.fromEntries([...this.#covered].sort(([left], [right]) => (left < right ? -1 : 1)));
    return { sessions: this.#sessions, frames: this.#frames, bytes: this.#bytes, covered };
  }
}

function linesOf({ fill, times, tail }: { fill: string; times: number; tail: string }): number {
  return (fill.endsWith("\n") ? times : 0) + (tail.endsWith("\n") ? 1 : 0);
}
