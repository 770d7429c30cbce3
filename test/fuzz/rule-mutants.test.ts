import { fileURLToPath } from "node:url";
import { test } from "tap";
import { readRegistry } from "../../src/engine/registry.js";
import { ADAPTER_RULES } from "../../src/fuzz/adapter/adapter-rows.js";
import { ruleCases } from "../../src/fuzz/rules/corpus.js";
import { RULE_BREAKERS } from "../../stubs/bridge/rules/breakers.js";
import { breakTheirRules, pinnedRules } from "./rule-mutants.js";

const registry = readRegistry(fileURLToPath(new URL("../../../conformance/requirements", import.meta.url)));
const slugs = ruleCases.map(({ id }) => id.replace("acp.v1.bridge.", ""));
/** Played on processes that translate between two protocol versions (oracle/adapters.test.ts). */
const ADAPTERS_ONLY = Object.values(ADAPTER_RULES).map((id) => id.replace("acp.v1.bridge.", ""));

test("every rule for bridges that can accuse has a case, but those for adapters", async (t) => {
  const scored = registry.requirements.filter(
    ({ id, level }) => id.startsWith("acp.v1.bridge.") && level !== "info",
  );

  t.same(
    scored.map(({ id }) => id.replace("acp.v1.bridge.", "")).filter((slug) => !slugs.includes(slug)),
    ADAPTERS_ONLY,
  );
  t.equal(new Set(slugs).size, slugs.length, "no rule has two cases");
});

test("every rule is broken by some bridge", async (t) => {
  const broken = new Set(Object.values(pinnedRules).flat());

  t.same(
    slugs.filter((slug) => !broken.has(slug)),
    [],
  );
});

test("every rule breaker breaks a rule, and no two the same", async (t) => {
  const sets = RULE_BREAKERS.map(({ name }) => JSON.stringify(pinnedRules[name] ?? []));

  t.notOk(sets.includes("[]"));
  t.equal(new Set(sets).size, sets.length);
});

test("bridges break the rules that are pinned for them, and a transparent one none", async (t) => {
  await breakTheirRules(t, ["transparent", "shares-updates", "leaks-log-line"]);
});
