import type { Exit } from "../../../driver/subject-process.js";
import type { Sighting } from "../../conversation/sighting.js";
import type { Played } from "../play/played.js";
import { lastFrames, unlessOdd } from "./odd-input.js";

export const STAYS_ALIVE = "agent.fuzz.stays-alive";
export const KEEPS_ANSWERING = "agent.fuzz.keeps-answering";

const SHOWN_FRAMES = 6;

/** An agent that is gone, or hangs, leaves requests without a response (JSON-RPC 2.0, section 5). */
export function lifeSightings(played: Played): Sighting[] {
  const { exit, isOutputClosed, silentMs, lastWords } = played;
  const frames = lastFrames(played, SHOWN_FRAMES);
  if (exit !== undefined || isOutputClosed) {
    const what = exit === undefined ? "it closed its stdout" : `it ended (${exitWord(exit)})`;
    const actual = lastWords === "" ? what : `${what}; last on stderr: ${lastWords.slice(0, 200)}`;
    const expected = "the agent lives until its input ends";
    return [{ checkId: unlessOdd(STAYS_ALIVE, played), family: "end", expected, actual, frames }];
  }
  if (silentMs === undefined) return [];
  const expected = "an answer to a custom request, however slow another one is";
  const actual = `no answer to it, and nothing else either for the last ${silentMs} ms`;
  return [{ checkId: unlessOdd(KEEPS_ANSWERING, played), family: "hang", expected, actual, frames }];
}

function exitWord({ code, signal }: Exit): string {
  return signal ?? `code ${code}`;
}
