const ROUNDS = 9;

/** Median microseconds that each piece of work takes, per unit; the pieces take turns, so that load hits all alike. */
export function measure<Name extends string>(
  units: number,
  work: Readonly<Record<Name, () => void>>,
): Readonly<Record<Name, number>> {
  const names = Object.keys(work) as Name[]; // Object.keys() forgets the type of the keys
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const started = performance.now();
      work[name]();
      times.get(name)?.push(((performance.now() - started) * 1000) / units);
    }
  }
  const medians = names.map((name) => [name, median(times.get(name) ?? [])]);
  return Object.fromEntries(medians);
}

/** A ratio or a time, short enough to read. */
export function short(value: number): number {
  return Number(value.toPrecision(3));
}

/** The middle of some values; 0 of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
