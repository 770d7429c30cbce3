/** What a wait that ran out of time gives instead of a value. */
export const TIMED_OUT: unique symbol = Symbol("timed out");

/** Waits for a promise for at most `ms` milliseconds. */
export async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | typeof TIMED_OUT> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
