import type { BridgeCase } from "./bridge-case.js";
import { hazardCases, longSession, sessionHazards } from "./hazards/corpus.js";
import type { PromiseLevel } from "./oracle/level.js";
import { conversationCases } from "./promises/conversations.js";
import { lifeCases } from "./promises/life.js";
import { trafficCases } from "./promises/traffic.js";
import { ruleCases } from "./rules/corpus.js";

/** Every case that `check --role bridge` can play, ordinary traffic first. */
export const bridgeCases: readonly BridgeCase[] = [
  ...trafficCases,
  ...lifeCases,
  ...conversationCases,
  longSession(sessionHazards),
  ...ruleCases,
  ...hazardCases,
];

/** The case whose failure makes every hazard meaningless. */
export const ORDINARY_CASE: string = "bridge.promise.ordinary";

/** The check that says whether a level held over all cases about streams. */
export function levelCheckId(level: PromiseLevel): string {
  return `bridge.promise.${level}`;
}
