import type { Sighting } from "../../conversation/sighting.js";
import { type Unasked, unaskedResponses } from "../../conversation/unasked-responses.js";
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
  return played.transcripts.flatMap((transcript) =>
    unaskedResponses(transcript).map((unasked) => sightingOf(unasked, played)),
  );
}

function sightingOf(unasked: Unasked, played: ClientPlayed): Sighting {
  const { frames } = unasked;
  switch (unasked.kind) {
    case "second":
      return {
        checkId: unlessOdd(ONE_RESPONSE, played),
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
        expected: "only ids of requests that the agent sent",
        actual: `a response with id ${unasked.id}`,
        frames,
      };
  }
}
