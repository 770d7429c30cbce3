import type { Test } from "tap";
import type { AgentScenario } from "../../src/engine/scenario.js";
import type { StageSetting } from "../../src/engine/stage.js";
import { catalogue } from "../../stubs/agent/raw/catalogue.js";
import { accusedOf, pooled, rawAgent, settingFor } from "./bench.js";

/** They do not do what the script promises for the stub, so it is not theirs. */
const WITHOUT_SCRIPT: readonly string[] = ["plain"];

/** How a stub agent is played: what the script promises holds for all but a few. */
export async function stubSetting(name: string, timeoutMs?: number): Promise<StageSetting> {
  const { script, ...bare } = await settingFor(rawAgent(name), timeoutMs);
  return script === undefined || WITHOUT_SCRIPT.includes(name) ? bare : { ...bare, script };
}

/** Asserts that no control, or of every few only one, which is odd but legal, is accused of anything in these scenarios. */
export async function neverAccused(t: Test, scenarios: readonly AgentScenario[], every = 1): Promise<void> {
  const controls = catalogue
    .filter(({ kind }) => kind === "control")
    .filter((_, place) => place % every === 0);

  const broken = await pooled(controls, 4, async ({ name }) => {
    const setting = await stubSetting(name);
    const each = await pooled(scenarios, 1, async (scenario) => await accusedOf(scenario, setting));
    return each.flat();
  });

  for (const [index, { name, defect }] of controls.entries()) {
    t.strictSame(broken[index], [], `${name}: ${defect}`);
  }
}
