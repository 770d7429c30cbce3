import type { Test } from "tap";
import { catalogueTwo, OBEDIENT_TWO } from "../../../stubs/agent/v2/catalogue.js";
import { accusedOf, agentTwo, pooled, scenarioOf, settingFor } from "../bench.js";
import { mutantsTwo } from "./mutants.js";

const WORKERS = 4;

/** Asserts that mutants of the agent of version 2, those at the chosen places, break what is pinned for them and nothing else. */
export async function twosBreakTheirs(t: Test, isChosen: (place: number) => boolean): Promise<void> {
  const setting = await settingFor(agentTwo(OBEDIENT_TWO.name), 1500, "v2");
  const rows = Object.entries(mutantsTwo).filter((_, place) => isChosen(place));

  const seen = await pooled(rows, WORKERS, async ([name, [scenario, ...broken]]) =>
    accusedOf(scenarioOf("v2", scenario), { ...setting, argv: agentTwo(name) }, broken),
  );

  for (const [index, [name, [scenario, ...broken]]] of rows.entries()) {
    t.strictSame(seen[index], [...broken].sort(), `${name} in ${scenario}`);
  }
}

/** Asserts that no control of version 2, which is odd but legal, is accused of anything in these scenarios. */
export async function twosNeverAccused(t: Test, scenarios: readonly string[], every = 1): Promise<void> {
  const controls = catalogueTwo
    .filter(({ kind }) => kind === "control")
    .filter((_, place) => place % every === 0);

  const broken = await pooled(controls, WORKERS, async ({ name }) => {
    const setting = await settingFor(agentTwo(name), 1500, "v2");
    const each = await pooled(scenarios, 1, (scenario) => accusedOf(scenarioOf("v2", scenario), setting));
    return each.flat();
  });

  for (const [index, { name, defect }] of controls.entries()) {
    t.strictSame(broken[index], [], `${name}: ${defect}`);
  }
}
