import type { Observation } from "../driver/sandwich/observation.js";
import { playSandwich } from "../driver/sandwich/sandwich.js";
import { unlessAborted } from "../engine/unless-aborted.js";
import { Fault } from "../fault.js";
import type { BridgeCase } from "./bridge-case.js";
import { judgePair, type Pair, streamsDifference } from "./bridge-verdict.js";
import type { Difference } from "./oracle/compare.js";
import { PROMISE_LEVELS, type PromiseLevel } from "./oracle/level.js";
import { playThrough } from "./play-through.js";
import type { Profile } from "./profile.js";
import { playTwins } from "./twins.js";

/** What one case showed. */
export interface JudgedCase {
  readonly played: BridgeCase;
  readonly difference: Difference | undefined;
  /** It differed once and not again on fresh processes. */
  readonly isFlaky: boolean;
  /** For cases about streams: the first difference at each level that did not hold. */
  readonly broken: ReadonlyMap<PromiseLevel, Difference>;
  readonly durationMs: number;
}

export interface BridgeRunOptions {
  /** The bridge's command, with or without `{agent}`. */
  readonly bridge: readonly string[];
  readonly profile: Profile;
  readonly cases: readonly BridgeCase[];
  /** How long one wait may take in the run through the bridge, in milliseconds. */
  readonly waitMs: number;
  /** How long the bridge may take to start its agent, in milliseconds. */
  readonly startMs: number;
  readonly workers: number;
  /** Aborted: no further case begins, and one that was cut off is not judged. */
  readonly signal?: AbortSignal;
  readonly onCase?: (judged: JudgedCase) => void;
  /** Plays a case without a bridge; anew each time unless given. Direct runs of one case are alike. */
  readonly playDirect?: (played: BridgeCase) => Promise<Observation>;
  /** These cases have differed once already, so that one more difference is a second witness. */
  readonly isSecondLook?: boolean;
}

/** What playing one case takes. */
export type CaseOptions = Pick<BridgeRunOptions, "bridge" | "profile" | "waitMs" | "startMs" | "playDirect">;

/** The direct run has nothing in the middle, so only a starved machine makes it late: its waits may be long. */
const DIRECT_WAIT_MS = 20_000;

/** Plays every case direct and through the bridge, a few at a time, in the order given. */
export async function runBridgeCases(options: BridgeRunOptions): Promise<JudgedCase[]> {
  const judged: JudgedCase[] = [];
  const queue = [...options.cases.entries()];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [place, played] = next;
      const look = options.isSecondLook === true ? lookOnce : judgeCase;
      const one = await unlessAborted(options.signal, () => look(played, options));
      if (one === undefined) return;
      judged[place] = one;
      options.onCase?.(one);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, worker));
  return judged.flat();
}

/** Plays one case; when it differs, plays both runs once more on fresh processes to tell flaky from broken. */
export async function judgeCase(played: BridgeCase, options: CaseOptions): Promise<JudgedCase> {
  const started = performance.now();
  const { profile } = options;
  const once = judgedOnce(played, await playPair(played, options), profile);
  const isSound = once.difference === undefined;
  const again = isSound ? once : judgedOnce(played, await playPair(played, options), profile);
  return {
    ...once,
    isFlaky: !isSound && again.difference === undefined,
    durationMs: Math.round(performance.now() - started),
  };
}

async function lookOnce(played: BridgeCase, options: CaseOptions): Promise<JudgedCase> {
  const started = performance.now();
  const pair = await playPair(played, options);
  return judgedOnce(played, pair, options.profile, Math.round(performance.now() - started));
}

/** What one pair of runs shows, without a second look. */
export function judgedOnce(played: BridgeCase, pair: Pair, profile: Profile, durationMs = 0): JudgedCase {
  return {
    played,
    difference: judgePair(played, pair, profile),
    isFlaky: false,
    broken: played.aspects.includes("streams") ? brokenLevels(pair, profile) : new Map(),
    durationMs,
  };
}

/** Plays a case direct and through the bridge, each on fresh processes. */
export async function playPair(played: BridgeCase, options: CaseOptions): Promise<Pair> {
  const { startMs } = options;
  const direct = await playTwins(played, options.playDirect ?? playDirect);
  const through = await playTwins(played, (one) => playThrough(one, options));
  // With odd arguments a start that fails is a finding; without them there is nothing to test.
  if (!through.isAgentStarted && played.agentArguments === undefined) throw neverStarted(through, startMs);
  return { direct, through };
}

/** The direct run is the yardstick: when it is not as expected, the harness is broken, and no bridge is to blame. */
export async function playDirect(played: BridgeCase): Promise<Observation> {
  const direct = await playSandwich(played, { waitMs: DIRECT_WAIT_MS, startMs: DIRECT_WAIT_MS });
  if (!direct.isAgentStarted || direct.lateSteps.length > 0) {
    throw new Fault("harness", `Cannot play "${played.id}" without a bridge: a step did not happen in time`);
  }
  return direct;
}

/** Why nothing could be tested: the bridge did not start its agent. */
export function neverStarted({ exit, stderr }: Observation, startMs: number): Fault {
  const [lastLine = ""] = stderr.toString("utf8").trim().split("\n").slice(-1);
  const words = lastLine === "" ? "" : `; its last words: ${lastLine.slice(0, 200)}`;
  const ending =
    exit === undefined
      ? `it did not start the agent within ${startMs} ms`
      : `it ended (${exit.signal ?? `code ${exit.code}`}) before the agent was started`;
  return new Fault("untestable", `Cannot test the bridge: ${ending}${words}`);
}

/** The first difference at each level that does not hold between two runs, or two stretches of them. */
export function brokenLevels(pair: Pair, profile: Profile): ReadonlyMap<PromiseLevel, Difference> {
  const broken = new Map<PromiseLevel, Difference>();
  for (const level of PROMISE_LEVELS) {
    const difference = streamsDifference(pair, level, profile);
    if (difference !== undefined) broken.set(level, difference);
  }
  return broken;
}
