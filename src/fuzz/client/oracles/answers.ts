import type { Sighting } from "../../conversation/sighting.js";
import { type StrayChecks, straySightingsIn } from "../../conversation/stray-sightings.js";
import type { ClientPlayed } from "../play/played.js";
import { saysLines, unlessOdd } from "./odd-input.js";

export const ANSWERS_EVERY_REQUEST = "client.fuzz.answers-every-request";
export const ONE_RESPONSE = "client.fuzz.one-response";
export const NO_STRAY_RESPONSE = "client.fuzz.no-stray-response";
export const SILENT_ON_NOTIFICATIONS = "client.fuzz.silent-on-notifications";

/** A request without its response, although the client answered a later one (JSON-RPC 2.0, section 5). */
export function lostResponses(played: ClientPlayed): Sighting[] {
  return played.unanswered.map(({ method, frame }) => ({
    checkId: unlessOdd(ANSWERS_EVERY_REQUEST, played),
    family: `lost ${method}`,
    expected: `a response to ${method}`,
    actual: "none, while later requests were answered",
    frames: [frame],
  }));
}

/** Responses that no request of ours asked for: a second one, one with a foreign id, one to a notification. */
export function straySightings(played: ClientPlayed): Sighting[] {
  if (saysLines(played)) return [];
  const checks: StrayChecks = {
    second: unlessOdd(ONE_RESPONSE, played),
    toNotification: unlessOdd(SILENT_ON_NOTIFICATIONS, played),
    foreign: unlessOdd(NO_STRAY_RESPONSE, played),
    asker: "agent",
  };
  return played.transcripts.flatMap((transcript) => straySightingsIn(transcript, checks));
}
