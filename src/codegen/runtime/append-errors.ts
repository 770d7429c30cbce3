/**
 * Adds a definition's errors to those found before. In place: ajv's own `$ref` copies the list for every item, which
 * takes seconds for a list of some thousand wrong items.
 */
export function appendErrors<Item>(found: Item[] | null, more: Item[]): Item[] {
  if (found === null) return more;
  for (const error of more) found.push(error);
  return found;
}
