import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "tap";
import { readRegistry } from "../../src/engine/registry.js";
import { selects } from "../../src/engine/selector.js";
import { checkBridge } from "../../src/fuzz/bridge-check.js";
import { profileOfLevel } from "../../src/fuzz/profile.js";
import { CONTROLS, MUTANTS } from "../../stubs/bridge/catalogue.js";
import { inParallel } from "./in-parallel.js";

/** What the whole bridge check finds on each stub bridge; printed by bench/bridge-mutants, then reviewed by hand. */
interface Pinned {
  readonly held: string;
  readonly fails: readonly string[];
}

const registry = readRegistry(fileURLToPath(new URL("../../../conformance/requirements", import.meta.url)));
const pinned: Readonly<Record<string, Pinned>> = JSON.parse(
  readFileSync(new URL("../../../test/fuzz/bridge-mutants.json", import.meta.url), "utf8"),
);
const isCampaign = process.env["ACP_ASSAY_CAMPAIGN"] !== undefined;
const LEVELS = ["bridge.promise.bytes", "bridge.promise.lines", "bridge.promise.json"];

test("no two mutants have both the same defect and the same failing set", async (t) => {
  const keys = MUTANTS.map(({ name, defect }) => JSON.stringify([defect, pinned[name]?.fails]));

  t.equal(new Set(keys).size, MUTANTS.length);
});

test("every check of a bridge is failed by some mutant", async (t) => {
  const failed = new Set(MUTANTS.flatMap(({ name }) => pinned[name]?.fails ?? []));
  const scored = registry.requirements.filter(({ id }) => id.startsWith("bridge.") || id.startsWith("wire."));

  t.same(
    scored.map(({ id }) => id).filter((id) => !failed.has(id)),
    [],
  );
});

await inParallel(2, MUTANTS, async ({ name, defect }) => {
  const expected = pinned[name];
  const chapters = expected === undefined ? [] : chaptersOf(expected.fails);
  const found = expected === undefined ? [] : await failingIds(name, chapters);
  test(`${name} fails exactly its checks: ${defect}`, async (t) => {
    t.ok(expected !== undefined && expected.fails.length > 0, "its failing set is pinned");
    t.same(
      found,
      expected?.fails.filter((id) => isCampaign || chapters.some((chapter) => selects(chapter, id))),
    );
  });
});

await inParallel(2, CONTROLS, async ({ name }) => {
  const found = await failingIds(
    name,
    isCampaign ? [] : ["wire.line", "wire.string", "bridge.promise.order"],
  );
  test(`${name}, odd but legal, fails nothing`, async (t) => {
    t.same(found, []);
  });
});

/** The checks that say something of this mutant: all in a campaign, else its own chapters without the level checks. */
function chaptersOf(fails: readonly string[]): string[] {
  if (isCampaign) return [];
  const own = fails.filter((id) => !LEVELS.includes(id));
  return [...new Set(own.map((id) => (id.startsWith("wire.") ? id.split(".").slice(0, 2).join(".") : id)))];
}

async function failingIds(name: string, chapters: readonly string[]): Promise<string[]> {
  const program = fileURLToPath(new URL(`../../stubs/bridge/${name}.js`, import.meta.url));
  const { checks } = await checkBridge({
    bridge: [process.execPath, program, "{agent}"],
    profile: profileOfLevel("bytes"),
    registry,
    isSelected: (id) => chapters.length === 0 || chapters.some((chapter) => selects(chapter, id)),
    workers: 1,
    waitMs: 2000,
    startMs: 20_000,
  });
  return checks
    .filter(({ status }) => status === "FAIL")
    .map(({ id }) => id)
    .sort();
}
