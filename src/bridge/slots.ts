import { Buffer } from "node:buffer";
import type { Direction } from "../wire/direction.js";
import type { Observer } from "./observer.js";
import { SLOT_BYTES } from "./source.js";

/** Where to read the next chunk to: `SLOT_BYTES` of memory that hold until the chunk after it is read. */
export type Slots = () => Buffer;

/** The observer's own memory where it has some, so that its copy costs nothing; else one slot again and again. */
export function slotsFor(direction: Direction, observer: Observer | undefined): Slots {
  const own = Buffer.allocUnsafeSlow(SLOT_BYTES);
  return () => {
    try {
      return observer?.slot?.(direction) ?? own;
    } catch {
      // Whatever is wrong with observing, the session must not notice.
      return own;
    }
  };
}
