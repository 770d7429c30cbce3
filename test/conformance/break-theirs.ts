import type { Test } from "tap";
import { OBEDIENT } from "../../stubs/agent/raw/catalogue.js";
import { accusedOf, pooled, rawAgent, scenarioNamed, settingFor } from "./bench.js";
import { mutants } from "./mutants.js";

const WORKERS = 4;

/**
 * Asserts that mutants break what is pinned for them, and nothing else. Of all mutants each second one: the test runs
 * those at even places, the long test those at odd ones.
 */
export async function breakTheirs(t: Test, remainder: 0 | 1): Promise<void> {
  const setting = await settingFor(rawAgent(OBEDIENT.name));

  const rows = Object.entries(mutants).filter((_, place) => place % 2 === remainder);
  const seen = await pooled(rows, WORKERS, async ([name, [scenario, ...broken]]) =>
    accusedOf(scenarioNamed(scenario), { ...setting, argv: rawAgent(name) }, broken),
  );

  for (const [index, [name, [scenario, ...broken]]] of rows.entries()) {
    t.strictSame(seen[index], [...broken].sort(), `${name} in ${scenario}`);
  }
}
