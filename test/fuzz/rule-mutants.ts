import { readFileSync } from "node:fs";
import type { Test } from "tap";
import { runPlain } from "../plain-node.js";

/** One line of bench/rule-mutants. */
interface Found {
  readonly name: string;
  readonly broken?: readonly string[];
  readonly flaky?: readonly string[];
  readonly fault?: string;
}

/** The rules that each stub bridge breaks, without `acp.v1.bridge.`; printed by bench/rule-mutants, then reviewed. */
export const pinnedRules: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL("../../../test/fuzz/rule-mutants.json", import.meta.url), "utf8"),
);

/** Asserts that each of these bridges breaks exactly the rules that are pinned for it. */
export async function breakTheirRules(t: Test, names: readonly string[]): Promise<void> {
  const found = await look(names);
  // On a busy machine a wait may run out: what is not as pinned is looked at once more, by itself.
  const odd = names.filter((name) => !isAsPinned(found.get(name)));
  if (odd.length > 0) for (const [name, one] of await look(odd)) found.set(name, one);

  for (const name of names) t.same(found.get(name)?.broken, pinnedRules[name], name);
}

function isAsPinned(one: Found | undefined): boolean {
  return one !== undefined && JSON.stringify(one.broken) === JSON.stringify(pinnedRules[one.name]);
}

async function look(names: readonly string[]): Promise<Map<string, Found>> {
  const { stdout } = await runPlain("dist/bench/rule-mutants.js", [...names]);
  const rows = stdout.trim().split("\n");
  return new Map(rows.map((line): Found => JSON.parse(line)).map((one) => [one.name, one]));
}
