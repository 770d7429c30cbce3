/** Says whether what is left still shows the fault. */
export type Shows<Item> = (items: readonly Item[]) => Promise<boolean>;

/** Says whether the time for shrinking is over; what is left then is the result. */
export type IsOver = () => boolean;

/**
 * Leaves items out as long as the fault still shows: halves first, then smaller pieces, at last one by one (Zeller and
 * Hildebrandt, "Simplifying and isolating failure-inducing input", ddmin by complements). The given list has to show it.
 */
export async function fewest<Item>(
  items: readonly Item[],
  shows: Shows<Item>,
  isOver: IsOver = () => false,
): Promise<readonly Item[]> {
  let kept = items;
  for (let size = Math.ceil(kept.length / 2); size >= 1 && kept.length > 0; ) {
    const before = kept.length;
    for (let start = 0; start < kept.length; ) {
      if (isOver()) return kept;
      const rest = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (await shows(rest)) kept = rest;
      else start += size;
    }
    // A pass that took something away at this size is worth another one only at the finest.
    if (size > 1) size = Math.ceil(size / 2);
    else if (kept.length === before) break;
  }
  return kept;
}

/** The smallest whole number from `low` to `high` that still shows the fault, where larger ones show it too. */
export async function smallest(
  low: number,
  high: number,
  shows: (value: number) => Promise<boolean>,
): Promise<number> {
  let [below, found] = [low - 1, high];
  while (found - below > 1) {
    const middle = Math.floor((below + found) / 2);
    if (await shows(middle)) found = middle;
    else below = middle;
  }
  return found;
}
