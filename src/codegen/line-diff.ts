const CONTEXT = 2;

/**
 * What differs between two texts, as one hunk from the first to the last different line. Generated files differ in few
 * places, so nothing finer is needed to see what a schema change did.
 */
export function lineDiff(path: string, found: string, wanted: string): string {
  const before = found.split("\n");
  const after = wanted.split("\n");
  const same = (index: number): boolean => before[index] === after[index];
  let start = 0;
  while (start < Math.min(before.length, after.length) && same(start)) start += 1;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end += 1;

  const from = Math.max(0, start - CONTEXT);
  const lead = before.slice(from, start).map((line) => `  ${line}\n`);
  const removed = before.slice(start, before.length - end).map((line) => `- ${line}\n`);
  const added = after.slice(start, after.length - end).map((line) => `+ ${line}\n`);
  return [`${path}:${start + 1}\n`, ...lead, ...removed, ...added].join("");
}
