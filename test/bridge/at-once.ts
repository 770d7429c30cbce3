/** Does all the works, so many of them at the same time, and gives their results in order. */
export async function atOnce<Result>(
  most: number,
  works: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = works.entries();
  const takeTurns = async (): Promise<void> => {
    for (const [at, work] of rest) results[at] = await work();
  };
  await Promise.all(Array.from({ length: most }, takeTurns));
  return results;
}
