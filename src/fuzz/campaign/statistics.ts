import { byteCountOf, lineEndsIn } from "../../driver/sandwich/payload.js";
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
        this.#bytes += byteCountOf(step.payload);
        this.#frames += lineEndsIn(step.payload);
      }
    }
  }

  get result(): CampaignStatistics {
    const covered = Object.fromEntries([...this.#covered].sort(([left], [right]) => (left < right ? -1 : 1)));
    return { sessions: this.#sessions, frames: this.#frames, bytes: this.#bytes, covered };
  }
}
