import { canonicalJson } from "../../../src/mapping/digest/canonical-json.js";
import { type Case, type Mapping, mapCase } from "./case.js";

/** What the mapping in TypeScript makes of a case, as canonical JSON; a mapping that throws says so. */
export function mapWithTypescript(mapping: Mapping, one: Case): string {
  try {
    return canonicalJson(JSON.parse(JSON.stringify(mapCase(mapping, one))));
  } catch (error) {
    return String(error);
  }
}

/** The shortest case of which the two make something different. */
export function shortestDifference(
  cases: readonly Case[],
  ours: readonly string[],
  theirs: readonly string[],
):
  | { readonly one: Case; readonly ours: string | undefined; readonly theirs: string | undefined }
  | undefined {
  const [shortest] = cases
    .map((one, at) => ({ one, ours: ours[at], theirs: theirs[at], size: JSON.stringify(one).length }))
    .filter((row) => row.ours !== row.theirs)
    .sort((left, right) => left.size - right.size);
  if (shortest === undefined) return undefined;
  return { one: shortest.one, ours: shortest.ours, theirs: shortest.theirs };
}
