import { unlessAborted } from "../engine/unless-aborted.js";
import {
  type BridgeRunOptions,
  brokenLevels,
  type JudgedCase,
  judgeCase,
  judgedOnce,
  playPair,
  runBridgeCases,
} from "./bridge-run.js";
import type { Pair } from "./bridge-verdict.js";
import { longSession } from "./hazards/corpus.js";
import { caseOf, type Hazard } from "./hazards/hazard.js";
import { attribute } from "./long-session.js";
import type { Difference } from "./oracle/compare.js";
import type { PromiseLevel } from "./oracle/level.js";
import type { Profile } from "./profile.js";

/** What the hazards showed, each by itself and all in one session. */
export interface JudgedHazards {
  readonly cases: readonly JudgedCase[];
  /** The first session with them, as a case of its own. */
  readonly session: JudgedCase | undefined;
}

export interface HazardRunOptions extends Omit<BridgeRunOptions, "cases"> {
  readonly hazards: readonly Hazard[];
  readonly isWanted: (id: string) => boolean;
}

/** A bridge that breaks one session after the other is not asked on: the hazards behind are not tested. */
const MOST_BROKEN_SESSIONS = 8;

/**
 * Judges hazards with few processes: all in one session first; what did not come through there is played again by
 * itself, on fresh processes, and what a broken session never reached begins another session.
 */
export async function runHazards(options: HazardRunOptions): Promise<JudgedHazards> {
  const wanted = options.hazards.filter(({ id }) => options.isWanted(id));
  const alone = wanted.filter(({ isLast = false }) => isLast);
  let waiting = wanted.filter(({ isLast = false }) => !isLast);
  const judged: JudgedCase[] = [];
  const suspects: Hazard[] = [];
  const inSession = new Map<string, Difference>();
  let session: JudgedCase | undefined;
  for (let broken = 0; waiting.length > 0 && broken < MOST_BROKEN_SESSIONS; broken += 1) {
    const played = longSession(waiting);
    const started = performance.now();
    const pair = await unlessAborted(options.signal, () => playPair(played, options));
    if (pair === undefined) break;
    const durationMs = Math.round(performance.now() - started);
    session ??= judgedOnce(played, pair, options.profile, durationMs);
    const { sound, suspect, differences, stretches, unseen } = attribute(pair, waiting, options.profile);
    const share = Math.round(durationMs / waiting.length);
    judged.push(
      ...waiting
        .filter(({ id }) => sound.includes(id))
        .map((hazard) => passed(hazard, stretches.get(hazard.id), options.profile, share)),
    );
    for (const [id, difference] of differences) inSession.set(id, difference);
    const [breaker] = unseen;
    suspects.push(...waiting.filter(({ id }) => suspect.includes(id) || id === breaker));
    waiting = waiting.filter(({ id }) => unseen.includes(id) && id !== breaker);
  }
  judged.push(...(await runBridgeCases({ ...options, cases: alone.map(caseOf) })));
  const looks = await runBridgeCases({ ...options, cases: suspects.map(caseOf), isSecondLook: true });
  const isEachSound = [...judged, ...looks].every(({ difference }) => difference === undefined);
  // When every hazard came through alone, only the sequence can be at fault: it must fail again before that counts.
  if (session?.difference !== undefined && isEachSound) session = await judgeCase(session.played, options);
  // What differed in the session and not alone was seen all the same: it is flaky, not sound.
  const seenOnce = looks.map((one) => flakyUnlessSeenAgain(one, inSession.get(one.played.id)));
  return { cases: [...judged, ...seenOnce], session };
}

function flakyUnlessSeenAgain(one: JudgedCase, inSession: Difference | undefined): JudgedCase {
  const isSeenOnce = one.difference === undefined && inSession !== undefined;
  return isSeenOnce ? { ...one, difference: inSession, isFlaky: true } : one;
}

/** It came through at the level that it asks for; a hazard without one says also how far the stricter levels held. */
function passed(hazard: Hazard, stretch: Pair | undefined, profile: Profile, durationMs: number): JudgedCase {
  const isOpen = hazard.level === undefined && stretch !== undefined;
  const broken = isOpen ? brokenLevels(stretch, profile) : new Map<PromiseLevel, Difference>();
  return { played: caseOf(hazard), difference: undefined, isFlaky: false, broken, durationMs };
}
