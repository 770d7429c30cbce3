import { Fault } from "../fault.js";
import { heavier, type Verdict } from "./outcome.js";
import { chapterOf } from "./report/chapter.js";
import type { AgentScenario, AgentSuite, PassiveCheck } from "./scenario.js";
import { Performance, type StageSetting } from "./stage.js";
import { unlessAborted } from "./unless-aborted.js";

/** What is known of one requirement after a run. */
export interface Judged {
  readonly id: string;
  readonly verdict: Verdict;
  /** It was violated once, and not again when the same scenario ran in a fresh process. */
  readonly isFlaky: boolean;
  /** The scenario that decided it; `replay` plays it again. */
  readonly scenario: string;
  readonly durationMs: number;
}

export interface AgentRunOptions {
  readonly setting: StageSetting;
  readonly suite: AgentSuite;
  /** Which requirements are wanted. */
  readonly isSelected: (id: string) => boolean;
  readonly workers: number;
  /** Aborted: no further scenario begins, and one that was cut off is not judged. */
  readonly signal?: AbortSignal;
  readonly onScenario?: (name: string, judged: readonly Judged[]) => void;
}

/** Plays every scenario that judges a selected requirement, a few at a time, and joins what they saw. */
export async function runAgentSuite(options: AgentRunOptions): Promise<Judged[]> {
  const { suite, isSelected } = options;
  const passive = suite.passive.filter((check) => isSelected(check.id));
  const scenarios = scenariosFor(suite, isSelected);
  const played: Judged[][] = [];
  // The suite ends with the prompt turns, which take longest: begun first, they leave no worker idle at the end.
  const queue = [...scenarios.entries()].reverse();
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [place, scenario] = next;
      const judged = await unlessAborted(options.signal, () =>
        judgeScenario(scenario, passive, options.setting),
      );
      if (judged === undefined) return;
      played[place] = judged.filter(({ id }) => isSelected(id));
      options.onScenario?.(scenario.name, played[place]);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, worker));
  const judged = joinAll(played.flat());
  const unseen =
    options.signal?.aborted === true
      ? interrupted(suite, isSelected)
      : passive.map(({ id }) => nothingSeen(id));
  return sortById([...judged, ...unseen.filter(({ id }) => judged.every((one) => one.id !== id))]);
}

/**
 * The scenarios that judge something selected. Passive checks look at the traffic of those; only when a selected chapter
 * has nothing but passive checks does everything run.
 */
function scenariosFor(
  { scenarios, passive }: AgentSuite,
  isSelected: (id: string) => boolean,
): AgentScenario[] {
  const judging = scenarios.filter(({ judges }) => judges.some(isSelected));
  const provoked = new Set(judging.flatMap(({ judges }) => judges.filter(isSelected).map(chapterOf)));
  const isLeftOut = passive.some(({ id }) => isSelected(id) && !provoked.has(chapterOf(id)));
  return isLeftOut ? [...scenarios] : judging;
}

/** Plays a scenario; if anything was violated, plays it once more in a fresh process to tell flaky from broken. */
export async function judgeScenario(
  scenario: AgentScenario,
  passive: readonly PassiveCheck[],
  setting: StageSetting,
): Promise<Judged[]> {
  const started = performance.now();
  const first = await verdictsOf(scenario, passive, setting);
  const hasViolation = [...first.values()].some(({ kind }) => kind === "violated");
  const second = hasViolation ? await verdictsOf(scenario, passive, setting) : first;
  const durationMs = Math.round(performance.now() - started);
  return [...first].map(([id, verdict]) => {
    const again = second.get(id);
    // Whatever else the second look gave, it did not see the violation again.
    const isFlaky = verdict.kind === "violated" && again?.kind !== "violated";
    return { id, verdict, isFlaky, scenario: scenario.name, durationMs };
  });
}

/** What one performance of a scenario shows, with the passive checks on its traffic. */
export async function verdictsOf(
  scenario: AgentScenario,
  passive: readonly PassiveCheck[],
  setting: StageSetting,
): Promise<Map<string, Verdict>> {
  const played = await play(scenario, setting);
  const verdicts = new Map(played.verdicts);
  for (const check of passive) {
    for (const { transcript } of played.connections) {
      const verdict = check.judge(transcript, setting.protocol);
      if (verdict === undefined) continue;
      const before = verdicts.get(check.id);
      verdicts.set(check.id, before === undefined ? verdict : heavier(before, verdict));
    }
  }
  return verdicts;
}

async function play(scenario: AgentScenario, setting: StageSetting): Promise<Performance> {
  try {
    return await Performance.play(setting, scenario);
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault("harness", `Cannot play scenario "${scenario.name}": ${String(error)}`, { cause: error });
  }
}

/** Joined in the suite's order, so that the report does not depend on which worker was first. */
function joinAll(judged: readonly Judged[]): Judged[] {
  const joined = new Map<string, Judged>();
  for (const next of judged) {
    const before = joined.get(next.id);
    const isHeavier = before === undefined || heavier(before.verdict, next.verdict) !== before.verdict;
    if (isHeavier) joined.set(next.id, next);
  }
  return [...joined.values()];
}

function sortById(judged: readonly Judged[]): Judged[] {
  return [...judged].sort((left, right) => (left.id < right.id ? -1 : 1));
}

function nothingSeen(id: string): Judged {
  return withoutScenario(id, { kind: "vacuous", reason: "no scenario showed a frame that it speaks of" });
}

/** Everything that was wanted, as far as the run did not come to it. */
function interrupted({ scenarios, passive }: AgentSuite, isSelected: (id: string) => boolean): Judged[] {
  const ids = new Set([...scenarios.flatMap(({ judges }) => judges), ...passive.map(({ id }) => id)]);
  return [...ids]
    .filter(isSelected)
    .map((id) => withoutScenario(id, { kind: "not-tested", reason: "the run was interrupted" }));
}

function withoutScenario(id: string, verdict: Verdict): Judged {
  return { id, verdict, isFlaky: false, scenario: "", durationMs: 0 };
}
