import type { Verdict } from "./outcome.js";
import type { AgentScenario, AgentSuite, PassiveCheck } from "./scenario.js";
import { Performance, type StageSetting } from "./stage.js";
import {
  type Judged,
  judgeTwice,
  type Play,
  runSuite,
  type SuiteRunOptions,
  verdictsIn,
} from "./suite-run.js";

export type { Judged } from "./suite-run.js";

export interface AgentRunOptions
  extends Pick<SuiteRunOptions<AgentScenario>, "isSelected" | "workers" | "signal" | "onScenario"> {
  readonly setting: StageSetting;
  readonly suite: AgentSuite;
}

/** Plays every scenario that judges a selected requirement against an agent, and joins what they saw. */
export async function runAgentSuite({ setting, suite, ...options }: AgentRunOptions): Promise<Judged[]> {
  return await runSuite({
    ...options,
    ...suite,
    protocol: setting.protocol,
    play: playWith(setting),
    unseen: { kind: "vacuous", reason: "no scenario showed a frame that it speaks of" },
  });
}

/** Plays a scenario; if anything was violated, plays it once more in a fresh process to tell flaky from broken. */
export async function judgeScenario(
  scenario: AgentScenario,
  passive: readonly PassiveCheck[],
  setting: StageSetting,
): Promise<Judged[]> {
  return await judgeTwice(scenario, passive, setting.protocol, playWith(setting));
}

/** What one performance of a scenario shows, with the passive checks on its traffic. */
export async function verdictsOf(
  scenario: AgentScenario,
  passive: readonly PassiveCheck[],
  setting: StageSetting,
): Promise<Map<string, Verdict>> {
  return await verdictsIn(scenario, passive, setting.protocol, playWith(setting));
}

function playWith(setting: StageSetting): Play<AgentScenario> {
  return async (scenario) => {
    const { verdicts, connections } = await Performance.play(setting, scenario);
    return { verdicts, transcripts: connections.map(({ transcript }) => transcript) };
  };
}
