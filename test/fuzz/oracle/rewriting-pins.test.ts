import { test } from "tap";
import { REWRITING_BRIDGES } from "../../../stubs/bridge/rewriting/catalogue.js";
import { pinnedRewriting } from "../rewriting-mutants.js";

test("every bridge with a defect breaks something, and every other one nothing", async (t) => {
  for (const { name, defect } of REWRITING_BRIDGES) {
    t.equal((pinnedRewriting[name] ?? []).length > 0, defect !== undefined, name);
    t.ok(name in pinnedRewriting, `${name} is pinned`);
  }
});

test("no two bridges have both the same defect and the same failing set", async (t) => {
  const keys = REWRITING_BRIDGES.map(({ name, defect }) =>
    JSON.stringify([defect ?? name, pinnedRewriting[name]]),
  );

  t.equal(new Set(keys).size, keys.length);
});
