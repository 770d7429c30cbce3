import type { Sighting } from "../../conversation/sighting.js";
import { straySightingsIn } from "../../conversation/stray-sightings.js";
import type { Asked } from "../play/asked-requests.js";
import type { Played } from "../play/played.js";
import { saysLines, unlessOdd } from "./odd-input.js";

export const ANSWERS_EVERY_REQUEST = "agent.fuzz.answers-every-request";
export const ONE_RESPONSE = "agent.fuzz.one-response";
export const NO_STRAY_RESPONSE = "agent.fuzz.no-stray-response";
export const SILENT_ON_NOTIFICATIONS = "agent.fuzz.silent-on-notifications";

/** A request without its response, although the agent answered a later one (JSON-RPC 2.0, section 5). */
export function lostResponses(played: Played): Sighting[] {
  // Of two requests with one id nobody can tell which was answered.
  const isClear = ({ id }: Asked): boolean => played.asked.filter((one) => one.id === id).length === 1;
  return played.unanswered.filter(isClear).map(({ method, frame }) => ({
    checkId: unlessOdd(ANSWERS_EVERY_REQUEST, played),
    family: `lost ${method}`,
    expected: `a response to ${method}, once the turn was cancelled and the agent's requests were answered`,
    actual: "none, while later requests were answered",
    frames: [frame],
  }));
}

/** Responses that no request of ours asked for: a second one, one with a foreign id, one to a notification. */
export function straySightings(played: Pick<Played, "trial" | "transcript">): Sighting[] {
  if (saysLines(played)) return [];
  return straySightingsIn(played.transcript, {
    second: ONE_RESPONSE,
    toNotification: unlessOdd(SILENT_ON_NOTIFICATIONS, played),
    foreign: unlessOdd(NO_STRAY_RESPONSE, played),
    asker: "client",
  });
}
