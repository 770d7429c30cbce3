import type { Test } from "tap";
import { pooled } from "./bench.js";
import { accusedClientOf, clientScenarioNamed, clientSettingFor, rawClient } from "./client-bench.js";
import { clientMutants } from "./client-mutants.js";

const WORKERS = 4;

/** Asserts that mutants break what is pinned for them, and nothing else: those at the places that are wanted. */
export async function clientsBreakTheirs(t: Test, isWanted: (place: number) => boolean): Promise<void> {
  const setting = await clientSettingFor("obedient");

  const rows = Object.entries(clientMutants).filter((_, place) => isWanted(place));
  const seen = await pooled(rows, WORKERS, async ([name, [scenario, ...broken]]) =>
    accusedClientOf(clientScenarioNamed(scenario), { ...setting, argv: rawClient(name) }, broken),
  );

  for (const [index, [name, [scenario, ...broken]]] of rows.entries()) {
    t.strictSame(seen[index], [...broken].sort(), `${name} in ${scenario}`);
  }
}
