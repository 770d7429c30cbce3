import type { PassiveCheck } from "../../../engine/scenario.js";
import type { Protocol } from "../../../protocol/protocol.js";
import { eachFamilyOnce, type Sighting } from "../../conversation/sighting.js";
import type { Played } from "../play/played.js";
import {
  ANSWERS_EVERY_REQUEST,
  lostResponses,
  NO_STRAY_RESPONSE,
  ONE_RESPONSE,
  SILENT_ON_NOTIFICATIONS,
  straySightings,
} from "./answers.js";
import { growthSightings, MEMORY } from "./growth.js";
import { KEEPS_ANSWERING, lifeSightings, STAYS_ALIVE } from "./life.js";
import { ODD_INPUT } from "./odd-input.js";
import { passiveSightings, RESULT_SCHEMA, resultSightings } from "./schema.js";
import { CANCEL_SCOPE, cancelSightings, lateSightings, leakSightings, SESSION_LEAK } from "./sessions.js";

/** What conversations are judged by. */
export interface Judges {
  readonly protocol: Protocol;
  /** Checks of the registry that decide from any traffic. */
  readonly passive: readonly PassiveCheck[];
}

/** The checks that only a campaign makes (conformance/requirements/agent-fuzz.json). */
export const AGENT_FUZZ_IDS: readonly string[] = [
  ANSWERS_EVERY_REQUEST,
  CANCEL_SCOPE,
  KEEPS_ANSWERING,
  MEMORY,
  NO_STRAY_RESPONSE,
  ODD_INPUT,
  ONE_RESPONSE,
  RESULT_SCHEMA,
  SESSION_LEAK,
  SILENT_ON_NOTIFICATIONS,
  STAYS_ALIVE,
];

/** Whether a conversation that is played again goes the same way; nothing orders that. */
export const SAME_AGAIN = "agent.fuzz.same-again";

/** Results that have a row of their own in the registry. */
const JUDGED_ELSEWHERE: ReadonlySet<string> = new Set(["initialize", "session/new", "session/prompt"]);

/** Everything that speaks against the agent in one conversation, each family once. */
export function sightingsIn(played: Played, { protocol, passive }: Judges): Sighting[] {
  return eachFamilyOnce([
    ...lifeSightings(played),
    ...lostResponses(played),
    ...straySightings(played),
    ...leakSightings(played),
    ...cancelSightings(played),
    ...lateSightings(played),
    ...passiveSightings(played, protocol, passive),
    ...resultSightings(played, protocol, JUDGED_ELSEWHERE),
    ...growthSightings(played),
  ]);
}
