import type { Buffer } from "node:buffer";
import type { Direction } from "../../wire/direction.js";
import type { Observer } from "../observer.js";

/** An observer whose copy goes on to somebody else, who may not be done with it when the session is over. */
export interface HandOff extends Observer {
  /**
   * Gives that somebody at most `ms` milliseconds to deal with what has been offered; both directions must have ended.
   * Resolves in any case.
   */
  drain(ms: number): Promise<void>;
}

/** Two as one; the first lends its memory. */
export function both(first: HandOff, second: HandOff): HandOff {
  return {
    slot: (direction) => first.slot?.(direction),
    offer(direction: Direction, chunk: Buffer): void {
      // The other way round the memory could be in use again before the second has seen it.
      second.offer(direction, chunk);
      first.offer(direction, chunk);
    },
    async drain(ms): Promise<void> {
      await Promise.all([first.drain(ms), second.drain(ms)]);
    },
  };
}
