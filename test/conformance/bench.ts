import { join } from "node:path";
import { agentSuiteOf } from "../../conformance/suites.js";
import { AgentConnection } from "../../src/driver/agent-connection.js";
import { type Judged, verdictsOf } from "../../src/engine/agent-run.js";
import { GREETINGS } from "../../src/engine/greeting.js";
import { grade, type Status } from "../../src/engine/outcome.js";
import { type Registry, readRegistry } from "../../src/engine/registry.js";
import type { AgentScenario, Login } from "../../src/engine/scenario.js";
import { readScript, type Script } from "../../src/engine/script/script.js";
import type { StageSetting } from "../../src/engine/stage.js";
import { loadProtocol } from "../../src/protocol/load-protocol.js";
import { type SchemaId, versionOf } from "../../src/protocol/schema-id.js";
import { isJsonObject } from "../../src/wire/message.js";
import { PLAIN_NODE } from "../plain-node.js";

/** The package's own folder, seen from dist/test/conformance. */
const ROOT: string = join(import.meta.dirname, "../../..");

export const registry: Registry = readRegistry(join(ROOT, "conformance/requirements"));

/** What makes the raw agent do everything that scenarios look for. */
const script: Script = readScript(join(ROOT, "stubs/agent/raw/script.json"));

/** The stubs' logins need no person, and there is nobody to log out. */
const LOGIN: Login = { methodId: "token", mayLogout: true };

/** The command of the raw agent with a behaviour. */
export function rawAgent(behaviour: string): string[] {
  return [...PLAIN_NODE, join(import.meta.dirname, "../../stubs/agent/raw/main.js"), behaviour];
}

/** The command of the raw agent of version 2 with a behaviour. */
export function agentTwo(behaviour: string): string[] {
  return [...PLAIN_NODE, join(import.meta.dirname, "../../stubs/agent/v2/main.js"), behaviour];
}

/** The command of the small agent of version 2 on the SDK. */
export const smallAgentTwo: readonly string[] = [
  ...PLAIN_NODE,
  join(import.meta.dirname, "../../stubs/agent/v2/on-sdk.js"),
];

/** What a run needs to know of an agent: what it said to initialize. */
export async function settingFor(
  argv: readonly string[],
  timeoutMs = 1500,
  schema: SchemaId = "v1",
): Promise<StageSetting> {
  const connection = await AgentConnection.open({ argv, timeoutMs: 10_000 });
  const reply = await connection.request("initialize", GREETINGS[versionOf(schema)].initialize());
  await connection.close();
  const initialize = reply.kind === "result" && isJsonObject(reply.result) ? reply.result : {};
  return {
    argv,
    facts: { initialize },
    protocol: await loadProtocol(schema),
    timeoutMs,
    script,
    login: LOGIN,
  };
}

/** The statuses that one scenario, with all passive checks, gives. */
export async function statusesOf(
  scenario: AgentScenario,
  setting: StageSetting,
): Promise<Map<string, Status>> {
  const verdicts = await verdictsOf(scenario, agentSuiteOf(setting.protocol.id).passive, setting);
  return new Map([...verdicts].map(([id, verdict]) => [id, grade(verdict, registry.get(id), false)]));
}

/** The requirements that fail or warn, sorted and without `acp.v1.` or `acp.v2.`. */
function brokenIn(statuses: ReadonlyMap<string, Status>): string[] {
  return [...statuses]
    .filter(([, status]) => status === "FAIL" || status === "WARN")
    .map(([id]) => id.replace(/^acp\.v[12]\./, ""))
    .sort();
}

/**
 * What a run would hold against the agent: what does not show a second time, in a fresh process, is FLAKY and accuses
 * nobody. The second look is left out where the first shows just what was expected.
 */
export async function accusedOf(
  scenario: AgentScenario,
  setting: StageSetting,
  expected: readonly string[] = [],
): Promise<string[]> {
  const once = brokenIn(await statusesOf(scenario, setting));
  if (once.join() === [...expected].sort().join()) return once;
  const again = brokenIn(await statusesOf(scenario, setting));
  return once.filter((id) => again.includes(id));
}

/** Can a violation of this requirement fail or warn? */
export function canAccuse(id: string): boolean {
  const level = registry.find(id)?.level;
  return level === "must" || level === "should";
}

/** Runs jobs, a few at a time, and gives their results in order. */
export async function pooled<Item, Result>(
  items: readonly Item[],
  workers: number,
  job: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      results[next[0]] = await job(next[1]);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return results;
}

/** The scenario of version 1 of this name, which has to exist. */
export function scenarioNamed(name: string): AgentScenario {
  return scenarioOf("v1", name);
}

/** The scenario of this name in the suite of a schema, which has to exist. */
export function scenarioOf(schema: SchemaId, name: string): AgentScenario {
  const scenario = agentSuiteOf(schema).scenarios.find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`no scenario is named ${name}`);
  return scenario;
}

/** The status of what was judged, with a flaky violation told apart. */
export function statusOf({ id, verdict, isFlaky }: Judged): Status {
  return isFlaky ? "FLAKY" : grade(verdict, registry.get(id), false);
}
