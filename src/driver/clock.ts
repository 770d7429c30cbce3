/** Microseconds since one start, so that everything in a run is on one time axis. */
export interface Clock {
  micros(): number;
}

/** A clock that starts now. */
export function startClock(): Clock {
  const start = process.hrtime.bigint();
  return { micros: () => Number((process.hrtime.bigint() - start) / 1000n) };
}
