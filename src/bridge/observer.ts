import type { Buffer } from "node:buffer";
import type { Direction } from "../wire/direction.js";

/**
 * Somebody who is offered a read copy of the traffic, after it has been passed on. The tee is handed one by cli and knows
 * nothing else of it.
 */
export interface Observer {
  /**
   * Memory to read the next chunk of this direction to, of `SLOT_BYTES`, for an observer that wants no copy made. The
   * same until a chunk of that direction is offered; a chunk that is offered lies there or elsewhere.
   */
  slot?(direction: Direction): Buffer | undefined;
  /**
   * Shows one chunk as it was read; no bytes at all mean that this direction has ended. The chunk is valid during the
   * call only: what is kept must be copied. The call must return at once; if it throws, nothing is offered any more and
   * the session goes on.
   */
  offer(direction: Direction, chunk: Buffer): void;
}
