import type { Trial } from "../campaign/trial.js";

/**
 * What a session reached, as names that are the same whenever the same is reached again: which kind of line came after
 * which, and in what pieces the bridge carried all of it to which end.
 */
export function reachedBy({ acts, ending }: Trial, shown: readonly string[]): readonly string[] {
  const kinds = acts.map(({ about }) => about[0] ?? "nothing");
  const edges = kinds.slice(1).map((kind, place) => `${kinds[place]} > ${kind}`);
  return [...new Set([...edges, ...shown.map((arrival) => `${arrival}, ${ending}`)])];
}
