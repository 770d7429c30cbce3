import { join } from "node:path";
import { plainAgent } from "../../conformance/client-scenarios/steps/agent.js";
import { clientSuite } from "../../conformance/client-suite.js";
import { meetClient } from "../../src/engine/client-facts.js";
import { type ClientSetting, clientVerdictsOf } from "../../src/engine/client-run.js";
import type { ClientScenario } from "../../src/engine/client-scenario.js";
import { grade } from "../../src/engine/outcome.js";
import { loadProtocol } from "../../src/protocol/load-protocol.js";
import { PLAIN_NODE } from "../plain-node.js";
import { registry } from "./bench.js";

/** The command of the raw client with a behaviour. */
export function rawClient(behaviour: string): string[] {
  return [...PLAIN_NODE, join(import.meta.dirname, "../../stubs/client/main.js"), behaviour, "{agent}"];
}

/** What a run needs to know of a client: what it does with a plain agent. */
export async function clientSettingFor(behaviour: string, timeoutMs = 4000): Promise<ClientSetting> {
  const argv = rawClient(behaviour);
  const facts = await meetClient({ argv, timeoutMs: 15_000, policy: () => plainAgent() });
  return { argv, facts, protocol: await loadProtocol("v1"), timeoutMs };
}

/** The requirements that fail or warn in one scenario, sorted and without `acp.v1.`. */
async function brokenOnce(scenario: ClientScenario, setting: ClientSetting): Promise<string[]> {
  const verdicts = await clientVerdictsOf(scenario, clientSuite.passive, setting);
  return [...verdicts]
    .filter(([id, verdict]) => ["FAIL", "WARN"].includes(grade(verdict, registry.get(id), false)))
    .map(([id]) => id.replace("acp.v1.", ""))
    .sort();
}

/**
 * What a run would hold against the client: what does not show a second time, in fresh processes, is FLAKY and accuses
 * nobody. The second look is left out where the first shows just what was expected.
 */
export async function accusedClientOf(
  scenario: ClientScenario,
  setting: ClientSetting,
  expected: readonly string[] = [],
): Promise<string[]> {
  const once = await brokenOnce(scenario, setting);
  if (once.join() === [...expected].sort().join()) return once;
  const again = await brokenOnce(scenario, setting);
  return once.filter((id) => again.includes(id));
}

/** The scenario of this name, which has to exist. */
export function clientScenarioNamed(name: string): ClientScenario {
  const scenario = clientSuite.scenarios.find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`no scenario is named ${name}`);
  return scenario;
}
