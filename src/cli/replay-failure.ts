import { plainAgent } from "../../conformance/client-scenarios/steps/agent.js";
import { clientSuite } from "../../conformance/client-suite.js";
import { agentSuiteOf } from "../../conformance/suites.js";
import { shakeHands } from "../engine/agent-facts.js";
import { type Judged, judgeScenario } from "../engine/agent-run.js";
import { meetClient } from "../engine/client-facts.js";
import { judgeClientScenario } from "../engine/client-run.js";
import type { Failure, Play } from "../engine/failure.js";
import { NO_LOGIN, type PassiveCheck } from "../engine/scenario.js";
import type { StageSetting } from "../engine/stage.js";
import type { AnyScenario } from "../engine/suite-run.js";
import { Fault } from "../fault.js";
import { judgeCase } from "../fuzz/bridge-run.js";
import { levelCheckId } from "../fuzz/bridge-suite.js";
import { PROMISE_LEVELS } from "../fuzz/oracle/level.js";
import { readSavedCase } from "../fuzz/saved-case.js";
import { loadProtocol } from "../protocol/load-protocol.js";
import { isSchemaId, versionOf } from "../protocol/schema-id.js";
import { bridgeWaits } from "./bridge-waits.js";
import { adapterFails } from "./check-adapter.js";
import { bridgeCheckIds } from "./check-bridge.js";
import { clientConversationFails, conversationFails } from "./fuzz/conversation-fails.js";
import { DEFAULT_TIMEOUT_MS } from "./run-options.js";

/** What became of a saved failure. */
export type ReplayOutcome = "FIXED" | "STILL FAILS" | "FLAKY" | "ERROR";

/** What playing it a few times showed. */
export interface Replayed {
  readonly outcome: ReplayOutcome;
  readonly failedTimes: number;
  readonly times: number;
}

type PlayOfAgent = Extract<Play, { kind: "agent" }>;

/** How often a failure is played, so that FLAKY can be told from the rest. */
const TIMES = 3;

/** Plays a saved failure again, three times on fresh processes, against the saved subject or another one. */
export async function replayFailure(failure: Failure, subject: readonly string[]): Promise<Replayed> {
  let failedTimes = 0;
  for (let time = 0; time < TIMES; time += 1) {
    if (await failsAgain(failure, subject)) failedTimes += 1;
  }
  const outcome = failedTimes === 0 ? "FIXED" : failedTimes === TIMES ? "STILL FAILS" : "FLAKY";
  return { outcome, failedTimes, times: TIMES };
}

async function failsAgain({ play, check, schema }: Failure, subject: readonly string[]): Promise<boolean> {
  if ("trial" in play) {
    const fails = play.kind === "conversation" ? conversationFails : clientConversationFails;
    return await fails(play.trial, check.id, schema, subject);
  }
  if (play.kind === "adapter") return await adapterFails(play.profile, check.id, subject);
  if (play.kind !== "bridge") return await scenarioFails(play, check.id, schema, subject);
  if (!bridgeCheckIds().includes(check.id))
    throw new Fault("usage", `Cannot replay: this version has no check "${check.id}"`);
  const { played, profile } = readSavedCase(play.case, play.profile);
  const options = { bridge: subject, profile, ...bridgeWaits(DEFAULT_TIMEOUT_MS) };
  const { difference, isFlaky, broken } = await judgeCase(played, options);
  const level = PROMISE_LEVELS.find((name) => levelCheckId(name) === check.id);
  return level === undefined ? difference !== undefined && !isFlaky : broken.has(level);
}

async function scenarioFails(
  play: Extract<Play, { readonly scenario: string }>,
  id: string,
  schema: string,
  subject: readonly string[],
): Promise<boolean> {
  if (!isSchemaId(schema)) throw new Fault("usage", `Cannot replay: this version has no schema "${schema}"`);
  const setting = { argv: subject, protocol: await loadProtocol(schema), timeoutMs: DEFAULT_TIMEOUT_MS };
  const judged =
    play.kind === "agent"
      ? await replayForAgent(play, id, setting)
      : await replayForClient(play.scenario, id, setting);
  return judged.some((one) => one.id === id && one.verdict.kind === "violated" && !one.isFlaky);
}

type Setting = Omit<StageSetting, "facts">;

async function replayForAgent(
  { scenario: name, script, login = NO_LOGIN }: PlayOfAgent,
  id: string,
  setting: Setting,
): Promise<Judged[]> {
  const suite = agentSuiteOf(setting.protocol.id);
  const scenario = judging(suite, name, id);
  const protocolVersion = versionOf(setting.protocol.id);
  const { facts } = await shakeHands({ ...setting, ...login, protocolVersion });
  const scripted = script === undefined ? {} : { script };
  return await judgeScenario(scenario, suite.passive, { ...setting, ...scripted, login, facts });
}

async function replayForClient(name: string, id: string, setting: Setting): Promise<Judged[]> {
  const scenario = judging(clientSuite, name, id);
  const facts = await meetClient({ ...setting, policy: () => plainAgent() });
  return await judgeClientScenario(scenario, clientSuite.passive, { ...setting, facts });
}

/** The scenario of this name in a suite, which has to judge this requirement still. */
function judging<Scenario extends AnyScenario>(
  suite: { readonly scenarios: readonly Scenario[]; readonly passive: readonly PassiveCheck[] },
  name: string,
  id: string,
): Scenario {
  const scenario = suite.scenarios.find((one) => one.name === name);
  if (scenario === undefined)
    throw new Fault("usage", `Cannot replay: this version has no scenario "${name}"`);
  if (!scenario.judges.includes(id) && !suite.passive.some((check) => check.id === id))
    throw new Fault("usage", `Cannot replay: in this version scenario "${name}" does not judge "${id}"`);
  return scenario;
}
