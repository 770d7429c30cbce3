import type { Buffer } from "node:buffer";
import type { Direction } from "../../wire/direction.js";
import type { Observer } from "../observer.js";

/** Two observers as one. The second gets by with memory that is not its own. */
export class Observers implements Observer {
  readonly #first: Observer;
  readonly #second: Observer;

  constructor(first: Observer, second: Observer) {
    this.#first = first;
    this.#second = second;
  }

  slot(direction: Direction): Buffer | undefined {
    return this.#first.slot?.(direction);
  }

  offer(direction: Direction, chunk: Buffer): void {
    // The other way round the first could let its memory be overwritten before the second has seen it.
    this.#second.offer(direction, chunk);
    this.#first.offer(direction, chunk);
  }
}
