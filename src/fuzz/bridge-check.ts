import type { Status } from "../engine/outcome.js";
import type { Registry } from "../engine/registry.js";
import type { CheckResult } from "../engine/report/report.js";
import { rowHead } from "../engine/report/row-head.js";
import type { Requirement } from "../engine/requirement.js";
import type { BridgeCase } from "./bridge-case.js";
import { type BridgeRunOptions, type JudgedCase, runBridgeCases } from "./bridge-run.js";
import { bridgeCases, levelCheckId, ORDINARY_CASE } from "./bridge-suite.js";
import { runHazards } from "./hazard-run.js";
import { hazardCases, hazards, LONG_SESSION } from "./hazards/corpus.js";
import type { Difference } from "./oracle/compare.js";
import { includes, PROMISE_LEVELS, type PromiseLevel } from "./oracle/level.js";
import type { Profile } from "./profile.js";
import { sessionRules } from "./rules/corpus.js";

export interface BridgeCheckOptions extends Omit<BridgeRunOptions, "cases"> {
  readonly registry: Registry;
  readonly isSelected: (id: string) => boolean;
}

export interface BridgeCheckResult {
  readonly checks: readonly CheckResult[];
  /** The strictest level that held in every case about streams. */
  readonly held: PromiseLevel | "none";
  /** The cases that differed, for `replay`. */
  readonly failed: readonly JudgedCase[];
}

/** These share sessions; every other case has its own. */
const SHARED_IDS: ReadonlySet<string> = new Set([...hazards, ...sessionRules].map(({ id }) => id));

/** Checks a bridge against what its profile declares, and finds the highest level that held. */
export async function checkBridge(options: BridgeCheckOptions): Promise<BridgeCheckResult> {
  const { profile, isSelected } = options;
  const isLevelSelected = PROMISE_LEVELS.some((level) => isSelected(levelCheckId(level)));
  const isWanted = ({ id, aspects }: BridgeCase): boolean =>
    isSelected(id) || (isLevelSelected && aspects.includes("streams"));
  const asked = bridgeCases.filter(isWanted);
  // What is not promised is not played: it would cost time, and in a session it would change what follows.
  const unpromised = asked.filter(
    (one) => one.id !== ORDINARY_CASE && whyUnpromised(one, profile) !== undefined,
  );
  const wanted = asked.filter((one) => !unpromised.includes(one));
  // Ordinary traffic comes first: when even that differs, a hazard would only show the same defect again.
  const ordinary = await runBridgeCases({
    ...options,
    cases: bridgeCases.filter(({ id }) => id === ORDINARY_CASE),
  });
  const isOrdinarySound = ordinary.every(({ difference }) => difference === undefined);
  const promises = wanted.filter(
    ({ id }) =>
      id !== ORDINARY_CASE &&
      id !== LONG_SESSION &&
      !SHARED_IDS.has(id) &&
      (isOrdinarySound || !id.startsWith("wire.")),
  );
  const played = isOrdinarySound
    ? [...(await judgeRules(wanted, options)), ...(await judgeHazards(wanted, options))]
    : [];
  const all = [...ordinary, ...(await runBridgeCases({ ...options, cases: promises })), ...played];
  const judged = all.filter(
    ({ played: { id } }, place) => all.findIndex((one) => one.played.id === id) === place,
  );
  const isJudged = new Set(judged.map(({ played }) => played.id));
  const starved = wanted.filter(({ id }) => !isJudged.has(id));
  const checks = [
    ...judged.map((one) => caseResult(one, options.registry.get(one.played.id), profile)),
    ...unpromised.map((played) => caseResult(unplayed(played), options.registry.get(played.id), profile)),
    ...starved.map(({ id }) => notTested(options.registry.get(id), isOrdinarySound)),
    ...PROMISE_LEVELS.map((level) => levelResult(level, judged, options)),
  ];
  return {
    checks: checks.filter(({ id }) => isSelected(id)),
    held: PROMISE_LEVELS.find((level) => judged.every((one) => !breaks(one, level, profile))) ?? "none",
    failed: judged.filter(({ difference }) => difference !== undefined),
  };
}

/** The rules that are wanted and can share a session. */
async function judgeRules(
  wanted: readonly BridgeCase[],
  options: BridgeCheckOptions,
): Promise<readonly JudgedCase[]> {
  const ids = new Set(wanted.map(({ id }) => id));
  const { cases, session } = await runHazards({
    ...options,
    hazards: sessionRules,
    isWanted: (id) => ids.has(id),
  });
  // Books tell of a whole session: what is wrong in it and in no rule alone is the sequence's, which goes before.
  const isOnlyTogether = options.profile.promise === "meaning" && isEachSound(cases);
  const isTold = ids.has(LONG_SESSION) && session?.difference !== undefined && isOnlyTogether;
  return isTold ? [...cases, session] : cases;
}

/** The hazards that are wanted, and their session, which speaks only when each of them came through by itself. */
async function judgeHazards(
  wanted: readonly BridgeCase[],
  options: BridgeCheckOptions,
): Promise<JudgedCase[]> {
  const ids = new Set(wanted.map(({ id }) => id));
  const isPromised = (id: string): boolean =>
    hazardCases.some((one) => one.id === id && whyUnpromised(one, options.profile) === undefined);
  const isWanted = (id: string): boolean => ids.has(id) || (ids.has(LONG_SESSION) && isPromised(id));
  const { cases, session } = await runHazards({ ...options, hazards, isWanted });
  return session !== undefined && isEachSound(cases) ? [...cases, session] : [...cases];
}

function isEachSound(cases: readonly JudgedCase[]): boolean {
  return cases.every(({ difference, isFlaky }) => difference === undefined || isFlaky);
}

function caseResult(judged: JudgedCase, requirement: Requirement, profile: Profile): CheckResult {
  const { difference, isFlaky, durationMs, played } = judged;
  const base = { ...rowHead(requirement), durationMs };
  const reason = whyUnpromised(played, profile);
  if (reason !== undefined) return { ...base, status: "N/A", message: reason };
  if (difference === undefined) return { ...base, status: "PASS" };
  return { ...base, ...shown(difference), status: isFlaky ? "FLAKY" : violated(requirement) };
}

/** Why a bridge with this profile is free in this case; undefined where it is not. */
function whyUnpromised({ id, isMalformed }: BridgeCase, { malformed, without }: Profile): string | undefined {
  const reason = without[id];
  if (reason !== undefined) return `not promised: ${reason}`;
  if (!isMalformed || malformed === "forward") return undefined;
  return `malformed lines are not promised to pass (policy ${malformed})`;
}

function levelResult(
  level: PromiseLevel,
  judged: readonly JudgedCase[],
  options: BridgeCheckOptions,
): CheckResult {
  const { profile, registry } = options;
  const requirement = registry.get(levelCheckId(level));
  const base = { ...rowHead(requirement), durationMs: 0 };
  const broken = judged.filter((one) => breaks(one, level, profile));
  const [first] = broken;
  const difference = first?.broken.get(level);
  if (level === "meaning" && profile.promise !== "meaning") {
    return { ...base, status: "N/A", message: "follows from the stricter level that is declared" };
  }
  if (!includes(profile.promise, level)) {
    const word = broken.length === 0 ? "held all the same" : `does not hold in ${broken.length} cases`;
    return { ...base, status: "N/A", message: `not declared (${profile.promise} is); it ${word}` };
  }
  if (first === undefined || difference === undefined) return { ...base, status: "PASS" };
  const names = broken.map(({ played }) => played.id);
  const message = `differs in ${names.length === 1 ? "1 case" : `${names.length} cases`}: ${names.slice(0, 6).join(", ")}${names.length > 6 ? ", …" : ""}`;
  return { ...base, ...shown(difference), message, status: violated(requirement) };
}

/** Does the case speak against the level? What is flaky, or not promised by the profile, does not. */
function breaks({ played, isFlaky, broken }: JudgedCase, level: PromiseLevel, profile: Profile): boolean {
  return broken.has(level) && !isFlaky && whyUnpromised(played, profile) === undefined;
}

function unplayed(played: BridgeCase): JudgedCase {
  return { played, difference: undefined, isFlaky: false, broken: new Map(), durationMs: 0 };
}

function notTested(requirement: Requirement, isOrdinarySound: boolean): CheckResult {
  const message = isOrdinarySound
    ? "not reached, or single hazards already differ"
    : `ordinary traffic already differs: see ${ORDINARY_CASE}`;
  return { ...rowHead(requirement), durationMs: 0, status: "NOT-TESTED", message };
}

function violated({ level }: Requirement): Status {
  return level === "must" ? "FAIL" : "WARN";
}

function shown({
  direction,
  place,
  expected,
  actual,
}: Difference): Pick<CheckResult, "message" | "expected" | "actual"> {
  const way = direction === "c2a" ? "client to agent" : "agent to client";
  return { message: `${way}, ${place}`, expected, actual };
}
