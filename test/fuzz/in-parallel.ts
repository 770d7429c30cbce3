/** Runs `act` on every item, a few at a time. */
export async function inParallel<Item>(
  workers: number,
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}
