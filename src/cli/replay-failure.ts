import { agentSuite } from "../../conformance/suite.js";
import { shakeHands } from "../engine/agent-facts.js";
import { type Judged, judgeScenario } from "../engine/agent-run.js";
import type { Failure, Play } from "../engine/failure.js";
import { Fault } from "../fault.js";
import { judgeCase } from "../fuzz/bridge-run.js";
import { levelCheckId } from "../fuzz/bridge-suite.js";
import { PROMISE_LEVELS } from "../fuzz/oracle/level.js";
import { readSavedCase } from "../fuzz/saved-case.js";
import { loadProtocol } from "../protocol/load-protocol.js";
import { isSchemaId } from "../protocol/schema-id.js";
import { bridgeWaits } from "./bridge-waits.js";
import { bridgeCheckIds } from "./check-bridge.js";
import { conversationFails } from "./fuzz/conversation-fails.js";
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
  if (play.kind === "agent") return await scenarioFails(play, check.id, schema, subject);
  if (play.kind === "conversation") return await conversationFails(play.trial, check.id, schema, subject);
  if (!bridgeCheckIds().includes(check.id))
    throw new Fault("usage", `Cannot replay: this version has no check "${check.id}"`);
  const { played, profile } = readSavedCase(play.case, play.profile);
  const options = { bridge: subject, profile, ...bridgeWaits(DEFAULT_TIMEOUT_MS) };
  const { difference, isFlaky, broken } = await judgeCase(played, options);
  const level = PROMISE_LEVELS.find((name) => levelCheckId(name) === check.id);
  return level === undefined ? difference !== undefined && !isFlaky : broken.has(level);
}

async function scenarioFails(
  { scenario: name, script }: PlayOfAgent,
  id: string,
  schema: string,
  subject: readonly string[],
): Promise<boolean> {
  const scenario = agentSuite.scenarios.find((one) => one.name === name);
  if (scenario === undefined)
    throw new Fault("usage", `Cannot replay: this version has no scenario "${name}"`);
  const isJudged = scenario.judges.includes(id) || agentSuite.passive.some((check) => check.id === id);
  if (!isJudged)
    throw new Fault("usage", `Cannot replay: in this version scenario "${name}" does not judge "${id}"`);
  if (!isSchemaId(schema)) throw new Fault("usage", `Cannot replay: this version has no schema "${schema}"`);
  const { facts } = await shakeHands({ argv: subject, protocolVersion: 1, timeoutMs: DEFAULT_TIMEOUT_MS });
  const setting = {
    argv: subject,
    facts,
    protocol: await loadProtocol(schema),
    timeoutMs: DEFAULT_TIMEOUT_MS,
    ...(script === undefined ? {} : { script }),
  };
  const judged: Judged[] = await judgeScenario(scenario, agentSuite.passive, setting);
  return judged.some((one) => one.id === id && one.verdict.kind === "violated" && !one.isFlaky);
}
