import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "tap";
import { readRegistry } from "../../src/engine/registry.js";
import { selects } from "../../src/engine/selector.js";
import { CONTROLS, MUTANTS, NO_BRIDGES } from "../../stubs/bridge/catalogue.js";
import { isCampaign } from "../how-much.js";
import { runPlain } from "../plain-node.js";

/** What the whole bridge check finds on a stub bridge; printed by bench/bridge-mutants, then reviewed by hand. */
interface Pinned {
  readonly held: string;
  readonly fails: readonly string[];
}

/** One line of bench/bridge-mutants. */
interface Found extends Partial<Pinned> {
  readonly name: string;
  readonly chapters: readonly string[];
  readonly flaky?: readonly string[];
  readonly fault?: string;
}

const root = new URL("../../../", import.meta.url);
const registry = readRegistry(fileURLToPath(new URL("conformance/requirements", root)));
const pinned: Readonly<Record<string, Pinned>> = JSON.parse(
  readFileSync(new URL("test/fuzz/bridge-mutants.json", root), "utf8"),
);
/** Every bridge against its own chapters takes some minutes, against every check half an hour. Otherwise only these run. */
const isAll = isCampaign || process.env["ACP_ASSAY_MUTANTS"] === "all";
const CORE: readonly string[] = ["transparent", "always-exits-zero", "dies-at-start"];
/** It breaks at every hazard, so what it fails depends on which hazards are played first. */
const UNPINNED: Readonly<Record<string, true>> = { "swallows-unknown-method": true };

test("no two mutants have both the same defect and the same failing set", async (t) => {
  const keys = MUTANTS.filter(({ name }) => !(name in UNPINNED)).map(({ name, defect }) =>
    JSON.stringify([defect, pinned[name]?.fails]),
  );

  t.equal(new Set(keys).size, keys.length);
  t.equal(keys.length + Object.keys(UNPINNED).length, MUTANTS.length);
});

test("every check of a bridge is failed by some mutant", async (t) => {
  const failed = new Set(MUTANTS.flatMap(({ name }) => pinned[name]?.fails ?? []));
  // What latency is too much is for each run to say: test/cli/latency.long.ts; bridges that rename: rewriting-mutants.
  const elsewhere = ["bridge.promise.latency", "bridge.promise.meaning"];
  const scored = registry.requirements.filter(
    ({ id }) => /^(bridge|wire)\./.test(id) && !elsewhere.includes(id),
  );

  t.same(
    scored.map(({ id }) => id).filter((id) => !failed.has(id)),
    [],
  );
});

test("each mutant fails exactly its checks, each control none, and what is no bridge is untestable", async (t) => {
  const found = await findings(isAll ? [] : CORE);
  // On a busy machine a wait may run out: what is not as pinned is looked at once more, by itself.
  const odd = [...found.values()].filter((one) => !isAsPinned(one)).map(({ name }) => name);
  if (odd.length > 0) for (const [name, one] of await findings(odd)) found.set(name, one);

  for (const { name, defect } of MUTANTS.filter(isPlayed)) {
    const one = found.get(name);
    if (name in UNPINNED) {
      t.ok((one?.fails ?? []).length > 0, `${name}: ${defect}`);
      continue;
    }
    const expected = pinned[name]?.fails.filter((id) => isWanted(id, one)) ?? [];
    t.ok(expected.length > 0, `${name} has a pinned failing set`);
    t.same(one?.fails, expected, `${name}: ${defect}`);
  }
  for (const { name } of CONTROLS.filter(isPlayed))
    t.same(found.get(name)?.fails, [], `${name} fails nothing`);
  for (const { name } of NO_BRIDGES.filter(isPlayed)) {
    const one = found.get(name);
    t.ok(one?.fault === "untestable" || (one?.fails ?? []).length > 0, `${name} is a finding or exit 4`);
  }
});

function isAsPinned(one: Found): boolean {
  if (one.name in UNPINNED || one.fault !== undefined) return true;
  const expected = pinned[one.name]?.fails.filter((id) => isWanted(id, one)) ?? [];
  return JSON.stringify(one.fails) === JSON.stringify(expected);
}

async function findings(names: readonly string[]): Promise<Map<string, Found>> {
  const { stdout } = await runPlain("dist/bench/bridge-mutants.js", [
    ...(isCampaign ? [] : ["--own-chapters"]),
    ...names,
  ]);
  const rows = stdout.trim().split("\n");
  return new Map(rows.map((line) => JSON.parse(line) as Found).map((one) => [one.name, one]));
}

function isPlayed({ name }: { name: string }): boolean {
  return isAll || CORE.includes(name);
}

function isWanted(id: string, found: Found | undefined): boolean {
  return isCampaign || (found?.chapters ?? []).some((chapter) => selects(chapter, id));
}
