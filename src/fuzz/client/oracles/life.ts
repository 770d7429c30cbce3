import { growthIn } from "../../conversation/growth.js";
import type { Sighting } from "../../conversation/sighting.js";
import type { ClientPlayed } from "../play/played.js";
import { unlessOdd } from "./odd-input.js";

export const STAYS_ALIVE = "client.fuzz.stays-alive";
export const KEEPS_ANSWERING = "client.fuzz.keeps-answering";
export const MEMORY = "client.fuzz.memory";

const SHOWN_FRAMES = 6;

/** A client that is gone in its own turn, or hangs, leaves requests without a response (JSON-RPC 2.0, section 5). */
export function lifeSightings(played: ClientPlayed): Sighting[] {
  const { loss, silentMs, lastWords, transcript } = played;
  const frames = transcript.frames.slice(-SHOWN_FRAMES);
  if (loss !== undefined) {
    const what =
      loss.exit === undefined
        ? "it gave up its agent and lived on"
        : `it ended (${loss.exit.signal ?? `code ${loss.exit.code}`})`;
    const actual = lastWords === "" ? what : `${what}; last on stderr: ${lastWords.slice(0, 200)}`;
    const expected = "the client lives until its turn is over";
    return [{ checkId: unlessOdd(STAYS_ALIVE, played), family: "end", expected, actual, frames }];
  }
  if (silentMs === undefined) return [];
  const expected = "an answer to a custom request";
  const actual = `no answer to it, and nothing else either for the last ${silentMs} ms`;
  return [{ checkId: unlessOdd(KEEPS_ANSWERING, played), family: "hang", expected, actual, frames }];
}

/** The memory of a client that only answers equal requests comes to rest. */
export function memorySightings({ memory }: ClientPlayed): Sighting[] {
  const actual = growthIn(memory, "equal requests");
  if (actual === undefined) return [];
  return [{ checkId: MEMORY, family: "memory", expected: "memory that comes to rest", actual, frames: [] }];
}
