/** Fewer say nothing: a runtime fills its heap before it looks for what it can free. */
const FEWEST = 100;
/** So much more than after the first fifth, in MiB. */
const MOST_GROWTH_MIB = 96;
/** And no end of it: so much of that in the last fifth alone. */
const STILL_GROWING = 0.1;

/**
 * How the resident memory grew, in words, where it does not come to rest over many equal things; undefined where it does.
 * Generous: what is accused grows without end.
 */
export function growthIn(memory: readonly number[], what: string): string | undefined {
  if (memory.length < FEWEST) return undefined;
  const at = (share: number): number => memory[Math.floor((memory.length - 1) * share)] ?? 0;
  const growth = at(1) - at(0.2);
  const lately = at(1) - at(0.8);
  if (growth < MOST_GROWTH_MIB || lately < STILL_GROWING * growth) return undefined;
  return `${Math.round(at(0.2))} MiB after ${Math.round(memory.length / 5)} ${what}, ${Math.round(at(1))} MiB after ${memory.length}`;
}
