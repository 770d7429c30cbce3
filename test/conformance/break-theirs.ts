import type { Test } from "tap";
import { OBEDIENT } from "../../stubs/agent/raw/catalogue.js";
import { accusedOf, pooled, rawAgent, scenarioNamed, settingFor } from "./bench.js";
import { mutants } from "./mutants.js";

const WORKERS = 4;

/**
 * Asserts that mutants break what is pinned for them, and nothing else: one in twelve of them in the test, the others in
 * the long test.
 */
export async function breakTheirs(t: Test, part: "a twelfth" | "the others"): Promise<void> {
  const setting = await settingFor(rawAgent(OBEDIENT.name));

  const rows = Object.entries(mutants).filter((_, place) => (place % 12 === 0) === (part === "a twelfth"));
  const seen = await pooled(rows, WORKERS, async ([name, [scenario, ...broken]]) =>
    accusedOf(scenarioNamed(scenario), { ...setting, argv: rawAgent(name) }, broken),
  );

  for (const [index, [name, [scenario, ...broken]]] of rows.entries()) {
    t.strictSame(seen[index], [...broken].sort(), `${name} in ${scenario}`);
  }
}
