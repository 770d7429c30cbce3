import type { Transcript } from "../driver/transcript.js";
import { Fault } from "../fault.js";
import type { Protocol } from "../protocol/protocol.js";
import { heavier, type Verdict } from "./outcome.js";
import { refuseOwnFlaws } from "./own-frames.js";
import { chapterOf } from "./report/chapter.js";
import type { PassiveCheck } from "./scenario.js";
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

/** A scenario for either role, as far as a run has to know it. */
export interface AnyScenario {
  /** chapter/slug */
  readonly name: string;
  readonly judges: readonly string[];
}

/** What one performance left behind. */
export interface Played {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly transcripts: readonly Transcript[];
}

/** Plays one scenario on fresh processes. */
export type Play<Scenario extends AnyScenario> = (scenario: Scenario) => Promise<Played>;

export interface SuiteRunOptions<Scenario extends AnyScenario> {
  readonly scenarios: readonly Scenario[];
  readonly passive: readonly PassiveCheck[];
  readonly protocol: Protocol;
  readonly play: Play<Scenario>;
  /** Which requirements are wanted. */
  readonly isSelected: (id: string) => boolean;
  readonly workers: number;
  /** What a passive check comes to that found nothing to look at. */
  readonly unseen: Verdict;
  /** Aborted: no further scenario begins, and one that was cut off is not judged. */
  readonly signal?: AbortSignal;
  readonly onScenario?: (name: string, judged: readonly Judged[]) => void;
}

/** Plays every scenario that judges a selected requirement, a few at a time, and joins what they saw. */
export async function runSuite<Scenario extends AnyScenario>(
  options: SuiteRunOptions<Scenario>,
): Promise<Judged[]> {
  const { isSelected, protocol, play } = options;
  const passive = options.passive.filter((check) => isSelected(check.id));
  const scenarios = scenariosFor(options);
  const played: Judged[][] = [];
  // The suite ends with the prompt turns, which take longest: begun first, they leave no worker idle at the end.
  const queue = [...scenarios.entries()].reverse();
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [place, scenario] = next;
      const judged = await unlessAborted(options.signal, () => judgeTwice(scenario, passive, protocol, play));
      if (judged === undefined) return;
      played[place] = judged.filter(({ id }) => isSelected(id));
      options.onScenario?.(scenario.name, played[place]);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, worker));
  const judged = joinAll(played.flat());
  const unseen =
    options.signal?.aborted === true
      ? interrupted(options)
      : passive.map(({ id }) => withoutScenario(id, options.unseen));
  return sortById([...judged, ...unseen.filter(({ id }) => judged.every((one) => one.id !== id))]);
}

/** Plays a scenario; if anything was violated, plays it once more in a fresh process to tell flaky from broken. */
export async function judgeTwice<Scenario extends AnyScenario>(
  scenario: Scenario,
  passive: readonly PassiveCheck[],
  protocol: Protocol,
  play: Play<Scenario>,
): Promise<Judged[]> {
  const started = performance.now();
  const first = await verdictsIn(scenario, passive, protocol, play);
  const hasViolation = [...first.values()].some(({ kind }) => kind === "violated");
  const second = hasViolation ? await verdictsIn(scenario, passive, protocol, play) : first;
  const durationMs = Math.round(performance.now() - started);
  return [...first].map(([id, verdict]) => {
    const again = second.get(id);
    // Whatever else the second look gave, it did not see the violation again.
    const isFlaky = verdict.kind === "violated" && again?.kind !== "violated";
    return { id, verdict, isFlaky, scenario: scenario.name, durationMs };
  });
}

/** What one performance of a scenario shows, with the passive checks on its traffic. */
export async function verdictsIn<Scenario extends AnyScenario>(
  scenario: Scenario,
  passive: readonly PassiveCheck[],
  protocol: Protocol,
  play: Play<Scenario>,
): Promise<Map<string, Verdict>> {
  const played = await playGuarded(scenario, play);
  refuseOwnFlaws(`scenario "${scenario.name}"`, played.transcripts, protocol);
  const verdicts = new Map(played.verdicts);
  for (const check of passive) {
    for (const transcript of played.transcripts) {
      const verdict = check.judge(transcript, protocol);
      if (verdict === undefined) continue;
      const before = verdicts.get(check.id);
      verdicts.set(check.id, before === undefined ? verdict : heavier(before, verdict));
    }
  }
  return verdicts;
}

async function playGuarded<Scenario extends AnyScenario>(
  scenario: Scenario,
  play: Play<Scenario>,
): Promise<Played> {
  try {
    return await play(scenario);
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault("harness", `Cannot play scenario "${scenario.name}": ${String(error)}`, { cause: error });
  }
}

type Selection<Scenario extends AnyScenario> = Pick<
  SuiteRunOptions<Scenario>,
  "scenarios" | "passive" | "isSelected"
>;

/**
 * The scenarios that judge something selected. Passive checks look at the traffic of those; only when a selected chapter
 * has nothing but passive checks does everything run.
 */
function scenariosFor<Scenario extends AnyScenario>(options: Selection<Scenario>): Scenario[] {
  const { scenarios, passive, isSelected } = options;
  const judging = scenarios.filter(({ judges }) => judges.some(isSelected));
  const provoked = new Set(judging.flatMap(({ judges }) => judges.filter(isSelected).map(chapterOf)));
  const isLeftOut = passive.some(({ id }) => isSelected(id) && !provoked.has(chapterOf(id)));
  return isLeftOut ? [...scenarios] : judging;
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

/** Everything that was wanted, as far as the run did not come to it. */
function interrupted<Scenario extends AnyScenario>(options: Selection<Scenario>): Judged[] {
  const { scenarios, passive, isSelected } = options;
  const ids = new Set([...scenarios.flatMap(({ judges }) => judges), ...passive.map(({ id }) => id)]);
  return [...ids]
    .filter(isSelected)
    .map((id) => withoutScenario(id, { kind: "not-tested", reason: "the run was interrupted" }));
}

function withoutScenario(id: string, verdict: Verdict): Judged {
  return { id, verdict, isFlaky: false, scenario: "", durationMs: 0 };
}
