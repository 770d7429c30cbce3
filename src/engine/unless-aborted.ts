/**
 * What a piece of work gives, or undefined when the run was interrupted meanwhile: then its subjects were killed, and
 * whatever it saw or threw says nothing.
 */
export async function unlessAborted<Value>(
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value | undefined> {
  if (signal?.aborted) return undefined;
  try {
    const value = await work();
    return signal?.aborted ? undefined : value;
  } catch (error) {
    if (signal?.aborted) return undefined;
    throw error;
  }
}
