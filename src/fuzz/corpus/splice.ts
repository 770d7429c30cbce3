import type { Trial } from "../campaign/trial.js";
import { Dice } from "../traffic/dice.js";

/** The beginning of one session with the end of another one, where the dice want it; the same dice give the same. */
export function splice(trials: readonly Trial[], other: Trial, seed: number): Trial {
  const dice = new Dice(seed);
  const first = dice.choose(trials);
  const second = dice.roll(2) === 0 ? dice.choose(trials) : other;
  const end = 1 + dice.roll(Math.max(1, first.acts.length));
  const start = dice.roll(Math.max(1, second.acts.length));
  return { ...second, acts: [...first.acts.slice(0, end), ...second.acts.slice(start)] };
}
