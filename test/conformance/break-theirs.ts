import type { Test } from "tap";
import { OBEDIENT } from "../../stubs/agent/raw/catalogue.js";
import { accusedOf, pooled, rawAgent, scenarioNamed, settingFor } from "./bench.js";
import { mutants, type Row } from "./mutants.js";

const WORKERS = 4;

/** What is pinned for each mutant, by name. */
export const MUTANT_ROWS: readonly (readonly [name: string, row: Row])[] = Object.entries(mutants);

/** Asserts that mutants break what is pinned for them, and nothing else. */
export async function breakTheirs(t: Test, rows: typeof MUTANT_ROWS): Promise<void> {
  const setting = await settingFor(rawAgent(OBEDIENT.name));

  const seen = await pooled(rows, WORKERS, async ([name, [scenario, ...broken]]) =>
    accusedOf(scenarioNamed(scenario), { ...setting, argv: rawAgent(name) }, broken),
  );

  for (const [index, [name, [scenario, ...broken]]] of rows.entries()) {
    t.strictSame(seen[index], [...broken].sort(), `${name} in ${scenario}`);
  }
}
