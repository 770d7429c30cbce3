import type { PassiveCheck } from "../../../engine/scenario.js";
import type { Protocol } from "../../../protocol/protocol.js";
import { eachFamilyOnce, type Sighting } from "../../conversation/sighting.js";
import type { ClientPlayed } from "../play/played.js";
import {
  ANSWERS_EVERY_REQUEST,
  lostResponses,
  NO_STRAY_RESPONSE,
  ONE_RESPONSE,
  SILENT_ON_NOTIFICATIONS,
  straySightings,
} from "./answers.js";
import { KEEPS_ANSWERING, lifeSightings, MEMORY, memorySightings, STAYS_ALIVE } from "./life.js";
import { ODD_INPUT } from "./odd-input.js";
import { passiveSightings } from "./passive.js";
import { ANSWER_SCOPE, RELEASED_COMMANDS, releaseSightings, scopeSightings } from "./scope.js";

/** What conversations with clients are judged by. */
export interface ClientJudges {
  readonly protocol: Protocol;
  /** Checks of the registry that decide from any traffic. */
  readonly passive: readonly PassiveCheck[];
}

/** The checks that only a campaign makes (conformance/requirements/client-fuzz.json). */
export const CLIENT_FUZZ_IDS: readonly string[] = [
  ANSWER_SCOPE,
  ANSWERS_EVERY_REQUEST,
  KEEPS_ANSWERING,
  MEMORY,
  NO_STRAY_RESPONSE,
  ODD_INPUT,
  ONE_RESPONSE,
  RELEASED_COMMANDS,
  SILENT_ON_NOTIFICATIONS,
  STAYS_ALIVE,
];

/** Whether a conversation that is played again goes the same way; nothing orders that. */
export const SAME_AGAIN = "client.fuzz.same-again";

/** Everything that speaks against the client in one conversation, each family once. */
export function clientSightings(played: ClientPlayed, { protocol, passive }: ClientJudges): Sighting[] {
  return eachFamilyOnce([
    ...lifeSightings(played),
    ...lostResponses(played),
    ...straySightings(played),
    ...scopeSightings(played),
    ...releaseSightings(played),
    ...passiveSightings(played, protocol, passive),
    ...memorySightings(played),
  ]);
}
