/** Long enough for a loaded machine; a wait that reaches it has failed. */
const DEADLINE_MS = 30_000;

/** The promise's value, or an error that says what was waited for in vain. */
export async function within<Value>(what: string, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Cannot wait longer for ${what}`)), DEADLINE_MS);
    // A wait that nobody is interested in any more must not keep the test's process alive.
    timer.unref();
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
