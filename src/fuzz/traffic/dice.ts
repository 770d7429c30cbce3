/**
 * Whole numbers that look random and follow from a seed alone (mulberry32). For choices of which thousands are made for one
 * session: an arbitrary that draws each of them costs more than carrying the frame through a bridge.
 */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A number from 0 to `sides` - 1. */
  roll(sides: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    const again = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((again ^ (again >>> 14)) >>> 0) % sides;
  }

  /** One of some values, of which there has to be one. */
  choose<Value>(values: readonly Value[]): Value {
    const value = values[this.roll(values.length)];
    if (value === undefined) throw new Error("Cannot choose from nothing");
    return value;
  }
}
