import type { Buffer } from "node:buffer";
import type { Direction } from "../../wire/direction.js";

/**
 * Stands between a scenario and its run through a bridge that may call things by other names on its other side. Everything
 * that is said or arrives passes by it, in the order in which it happens.
 */
export interface Interpreter {
  /** Do these bytes answer what has not arrived at their side? Then they are not said before. */
  isEarly(direction: Direction, bytes: Buffer): boolean;
  /** What the sender of this direction says for these bytes of the scenario. */
  say(direction: Direction, bytes: Buffer): Buffer;
  hear(direction: Direction, chunk: Buffer): void;
}
