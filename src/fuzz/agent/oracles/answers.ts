import type { Sighting } from "../../conversation/sighting.js";
import { type Unasked, unaskedResponses } from "../../conversation/unasked-responses.js";
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
  return unaskedResponses(played.transcript).map((unasked) => sightingOf(unasked, played));
}

function sightingOf(unasked: Unasked, played: Pick<Played, "trial">): Sighting {
  const { frames } = unasked;
  switch (unasked.kind) {
    case "second":
      return {
        checkId: ONE_RESPONSE,
        family: `second response ${unasked.method}`,
        expected: `one response to ${unasked.method}`,
        actual: "another one",
        frames,
      };
    case "to-notification":
      return {
        checkId: unlessOdd(SILENT_ON_NOTIFICATIONS, played),
        family: `answered ${unasked.method}`,
        expected: `silence on the notification ${unasked.method}`,
        actual: "a response with id null",
        frames,
      };
    case "foreign":
      return {
        checkId: unlessOdd(NO_STRAY_RESPONSE, played),
        family: "stray response",
        expected: "only ids of requests that the client sent",
        actual: `a response with id ${unasked.id}`,
        frames,
      };
  }
}
