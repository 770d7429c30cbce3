import type { Aspect, BridgeCase } from "../bridge-case.js";
import { levelCheckId } from "../bridge-suite.js";
import { judgePair, type Pair } from "../bridge-verdict.js";
import { type Difference, firstDifferent } from "../oracle/compare.js";
import type { Profile } from "../profile.js";
import { ENDINGS } from "./ending.js";
import type { Trial } from "./trial.js";

/** One broken promise, with the smallest session that shows it. */
export interface Finding {
  /** The check that the difference speaks against, as `bridge.promise.bytes`. */
  readonly checkId: string;
  readonly difference: Difference;
  /** The number of the trial that showed it first; with the seed it gives the whole session again. None for a saved one. */
  readonly trial: number | undefined;
  readonly played: BridgeCase;
  /** How many different lines each side wrote, added up, with all that shrinking left. */
  readonly frames: number;
  /** When it was found, in milliseconds from the start of the campaign. */
  readonly foundMs: number;
  /** It showed once and not again on fresh processes, or it was interrupted before that could be seen. */
  readonly isFlaky: boolean;
}

/** A difference, the aspect that it is one of and the check that it speaks against. */
export interface Seen {
  readonly aspect: Aspect;
  readonly checkId: string;
  readonly difference: Difference;
  /** Where the streams part, in bytes from the beginning of their direction; undefined where they do not. */
  readonly byteAt?: number;
}

/** Every check that a campaign can fail. */
export function fuzzCheckIds({ promise }: Profile): string[] {
  return [
    levelCheckId(promise),
    "bridge.promise.stderr",
    "bridge.promise.client-eof",
    "bridge.promise.signal-forwarded",
    "bridge.promise.no-orphan",
    ...new Set(
      Object.values(ENDINGS).flatMap((ending) => [
        `bridge.promise.${ending.exitCheck}`,
        `bridge.promise.${ending.clientEofCheck}`,
      ]),
    ),
  ].sort();
}

/** The first aspect in which a run differs from what a direct one shows, among those that the profile promises. */
export function seenIn(
  trial: Pick<Trial, "ending">,
  played: BridgeCase,
  pair: Pair,
  profile: Profile,
): Seen | undefined {
  for (const aspect of played.aspects) {
    const checkId = checkIdOf(aspect, trial, profile);
    if (profile.without[checkId] !== undefined) continue;
    const difference = judgePair({ ...played, aspects: [aspect] }, pair, profile);
    if (difference === undefined) continue;
    if (aspect !== "streams") return { aspect, checkId, difference };
    const { direction } = difference;
    const byteAt = firstDifferent(pair.direct.received[direction], pair.through.received[direction]);
    return { aspect, checkId, difference, byteAt };
  }
  return undefined;
}

function checkIdOf(aspect: Aspect, { ending }: Pick<Trial, "ending">, { promise }: Profile): string {
  switch (aspect) {
    case "stderr":
      return "bridge.promise.stderr";
    case "exit":
      return `bridge.promise.${ENDINGS[ending].exitCheck}`;
    case "signals":
      return "bridge.promise.signal-forwarded";
    case "release":
      return "bridge.promise.no-orphan";
    case "agent-eof":
      return "bridge.promise.client-eof";
    case "client-eof":
      return `bridge.promise.${ENDINGS[ending].clientEofCheck}`;
    default:
      return levelCheckId(promise);
  }
}

/** Findings are told apart by what was written, the numbers in it aside. */
export function titleOf(checkId: string, { steps }: BridgeCase): string {
  const said = steps.map((step): readonly unknown[] =>
    "payload" in step ? [step.do, step.payload] : [step.do],
  );
  return `${checkId} ${JSON.stringify(said).replace(/\d+/g, "0")}`;
}
