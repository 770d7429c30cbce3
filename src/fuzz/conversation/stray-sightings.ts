import type { Transcript } from "../../driver/transcript.js";
import type { Sighting } from "./sighting.js";
import { type Unasked, unaskedResponses } from "./unasked-responses.js";

/** Which checks of a role judge responses that nobody asked for, and who asks there. */
export interface StrayChecks {
  readonly second: string;
  readonly toNotification: string;
  readonly foreign: string;
  readonly asker: "client" | "agent";
}

/** Responses that no request of ours asked for: a second one, one with a foreign id, one to a notification. */
export function straySightingsIn(transcript: Transcript, checks: StrayChecks): Sighting[] {
  return unaskedResponses(transcript).map((unasked) => sightingOf(unasked, checks));
}

function sightingOf(unasked: Unasked, { second, toNotification, foreign, asker }: StrayChecks): Sighting {
  const { frames } = unasked;
  switch (unasked.kind) {
    case "second":
      return {
        checkId: second,
        family: `second response ${unasked.method}`,
        expected: `one response to ${unasked.method}`,
        actual: "another one",
        frames,
      };
    case "to-notification":
      return {
        checkId: toNotification,
        family: `answered ${unasked.method}`,
        expected: `silence on the notification ${unasked.method}`,
        actual: "a response with id null",
        frames,
      };
    case "foreign":
      return {
        checkId: foreign,
        family: "stray response",
        expected: `only ids of requests that the ${asker} sent`,
        actual: `a response with id ${unasked.id}`,
        frames,
      };
  }
}
