import { closest, distance } from "fastest-levenshtein";
import { Fault } from "../fault.js";

/** What may be left out of a selector: a run and a list have the ids of one protocol version. */
const VERSION_PREFIXES = ["acp.v1.", "acp.v2."];
const VERSION_PREFIX = /^acp\.v[12]\./;

/** Does the selector, an id or a prefix of it that ends at a dot, name this id? */
export function selects(selector: string, id: string): boolean {
  const names = [selector, ...VERSION_PREFIXES.map((prefix) => prefix + selector)].map((name) =>
    name.replace(/\.$/, ""),
  );
  return names.some((name) => id === name || id.startsWith(`${name}.`));
}

/** A filter for ids; without selectors everything is selected. A selector that names nothing is a usage Fault. */
export function selectorFilter(
  selectors: readonly string[],
  ids: readonly string[],
): (id: string) => boolean {
  for (const selector of selectors) {
    if (selector === "")
      throw new Fault("usage", "An empty selector selects nothing: leave it out to select everything");
    if (!ids.some((id) => selects(selector, id))) throw nothingSelected(selector, ids);
  }
  if (selectors.length === 0) return () => true;
  return (id) => selectors.some((selector) => selects(selector, id));
}

function nothingSelected(selector: string, ids: readonly string[]): Fault {
  const names = [...new Set(ids.flatMap(prefixes))];
  const typed = selector.toLowerCase().replace(VERSION_PREFIX, "");
  return new Fault("usage", `Selector "${selector}" matches no check${guess(typed, names)}`);
}

/** What may have been meant, as the end of an error message. */
export function guess(typed: string, names: readonly string[]): string {
  const near = names.length === 0 ? undefined : closest(typed, names);
  // Further away than half of what was typed, a guess only misleads.
  const isNear = near !== undefined && (typed.startsWith(near) || distance(typed, near) <= typed.length / 2);
  return isNear ? `; did you mean "${near}"?` : "; acp-assay list shows all of them";
}

function prefixes(id: string): string[] {
  const parts = id.replace(VERSION_PREFIX, "").split(".");
  return parts.map((_, end) => parts.slice(0, end + 1).join("."));
}
