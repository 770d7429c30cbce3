import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WholeRole } from "./whole-suite.js";

/** What the whole suite holds against each stub of a role, by name: requirement ids without `acp.v1.`, sorted. */
export type Sets = Readonly<Record<string, readonly string[]>>;

/** The sets that are pinned for a role; they lie in the sources, beside this file, where `pin` writes them. */
export function pinnedSets(role: WholeRole): Sets {
  return JSON.parse(readFileSync(fileOf(role), "utf8"));
}

/** Writes down what a run held against a stub, in place of what was pinned for it before. */
export function pin(role: WholeRole, name: string, broken: readonly string[]): void {
  const sets = { ...pinnedSets(role), [name]: broken };
  const lines = Object.entries(sets)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([stub, ids]) => `  ${JSON.stringify(stub)}: ${JSON.stringify(ids).replaceAll('","', '", "')}`);
  writeFileSync(fileOf(role), `{\n${lines.join(",\n")}\n}\n`);
}

function fileOf(role: WholeRole): string {
  return join(import.meta.dirname, "../../../../test/conformance/whole", `${role}.json`);
}
