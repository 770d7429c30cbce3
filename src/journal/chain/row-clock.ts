import type { RowTime } from "./row.js";

const MILLIS = 1000;

/** The times of a journal's rows; spells each millisecond once, since many frames share one. */
export class RowClock {
  readonly #now: () => number;
  readonly #startedMs: number;
  #lastMs = Number.NaN;
  #last: RowTime = { ts: "0", elapsedS: "0" };

  constructor(now: (() => Date) | undefined) {
    this.#now = now === undefined ? Date.now : () => now().getTime();
    this.#startedMs = this.#now();
  }

  read(): RowTime {
    const ms = this.#now();
    if (ms !== this.#lastMs) {
      this.#lastMs = ms;
      // A clock that is set back shows in `ts`; a duration is never negative.
      const elapsedMs = Math.max(0, ms - this.#startedMs);
      this.#last = { ts: String(ms / MILLIS), elapsedS: String(elapsedMs / MILLIS) };
    }
    return this.#last;
  }
}
