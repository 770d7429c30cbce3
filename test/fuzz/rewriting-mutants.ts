import { readFileSync } from "node:fs";
import type { Test } from "tap";
import { runPlain } from "../plain-node.js";

/** One line of bench/rewriting-mutants. */
interface Found {
  readonly name: string;
  readonly broken?: readonly string[];
  readonly untested?: number;
  readonly fault?: string;
}

/** The checks that each bridge which renames or refuses breaks; printed by bench/rewriting-mutants, then reviewed. */
export const pinnedRewriting: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL("../../../test/fuzz/rewriting-mutants.json", import.meta.url), "utf8"),
);

/** Asserts that each of these bridges breaks exactly the checks that are pinned for it; `flags` go to the bench. */
export async function breakTheirPromises(
  t: Test,
  names: readonly string[],
  ...flags: string[]
): Promise<void> {
  const found = await look(names, flags);
  // On a busy machine a wait may run out: what is not as pinned is looked at once more, by itself.
  const odd = names.filter((name) => !isAsPinned(found.get(name)));
  if (odd.length > 0) for (const [name, one] of await look(odd, flags)) found.set(name, one);

  for (const name of names) t.same(found.get(name)?.broken, pinnedRewriting[name], name);
}

function isAsPinned(one: Found | undefined): boolean {
  return one !== undefined && JSON.stringify(one.broken) === JSON.stringify(pinnedRewriting[one.name]);
}

async function look(names: readonly string[], flags: readonly string[]): Promise<Map<string, Found>> {
  const { stdout } = await runPlain("dist/bench/rewriting-mutants.js", [...flags, ...names]);
  const rows = stdout.trim().split("\n");
  return new Map(rows.map((line): Found => JSON.parse(line)).map((one) => [one.name, one]));
}
