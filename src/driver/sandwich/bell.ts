import { TIMED_OUT, within } from "../deadline.js";

/** A place where one waiter sleeps until a condition, looked at on every ring, has come true. */
export class Bell {
  #wake: () => void = () => undefined;

  /** Something changed. */
  ring(): void {
    this.#wake();
  }

  /** Waits until `condition` is true or can no longer come true; false when it did not come true in time. */
  async until(condition: () => boolean, isHopeless: () => boolean, ms: number): Promise<boolean> {
    const deadline = performance.now() + ms;
    while (!condition()) {
      const left = deadline - performance.now();
      if (left <= 0 || isHopeless()) return false;
      const rung = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      if ((await within(rung, left)) === TIMED_OUT) return condition();
    }
    return true;
  }
}
