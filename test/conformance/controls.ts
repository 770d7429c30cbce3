import type { Test } from "tap";
import type { AgentScenario } from "../../src/engine/scenario.js";
import { catalogue } from "../../stubs/agent/raw/catalogue.js";
import { accusedOf, pooled, rawAgent, settingFor } from "./bench.js";

/** Asserts that no control, or of every few only one, which is odd but legal, is accused of anything in these scenarios. */
export async function neverAccused(t: Test, scenarios: readonly AgentScenario[], every = 1): Promise<void> {
  const controls = catalogue
    .filter(({ kind }) => kind === "control")
    .filter((_, place) => place % every === 0);

  const broken = await pooled(controls, 4, async ({ name }) => {
    const setting = await settingFor(rawAgent(name));
    const each = await pooled(scenarios, 1, async (scenario) => await accusedOf(scenario, setting));
    return each.flat();
  });

  for (const [index, { name, defect }] of controls.entries()) {
    t.strictSame(broken[index], [], `${name}: ${defect}`);
  }
}
