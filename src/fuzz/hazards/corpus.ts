import { type BridgeCase, ordinaryEnd } from "../bridge-case.js";
import { caseOf, type Hazard, stepsOf } from "./hazard.js";
import { lineHazards } from "./lines.js";
import { messageHazards } from "./messages.js";
import { numberHazards } from "./numbers.js";
import { objectHazards } from "./objects.js";
import { stringHazards } from "./strings.js";

/** The hazard corpus: named, deterministic, each case runnable alone. */
export const hazards: readonly Hazard[] = [
  ...numberHazards,
  ...objectHazards,
  ...stringHazards,
  ...lineHazards,
  ...messageHazards,
];

/** Those that leave the session as it was, so that another one can follow. */
export const sessionHazards: readonly Hazard[] = hazards.filter(({ isLast = false }) => !isLast);

export const hazardCases: readonly BridgeCase[] = hazards.map(caseOf);

export const LONG_SESSION: string = "bridge.promise.long-session";

/** Hazards one after the other in one session: what passes here has passed, and nothing had to start twice for it. */
export function longSession(some: readonly Hazard[]): BridgeCase {
  return {
    id: LONG_SESSION,
    steps: [...some.flatMap(stepsOf), ...ordinaryEnd],
    aspects: ["streams"],
    isMalformed: false,
  };
}
