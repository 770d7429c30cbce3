import type { Failure } from "../../engine/failure.js";
import { framesOfCase } from "../../fuzz/case-frames.js";
import { readSavedCase } from "../../fuzz/saved-case.js";
import { formatTraceLine } from "../../wire/trace-line.js";

/**
 * The failure's frames as trace lines (DESIGN, "Command line"): for a bridge all that the two sides write, which is what has
 * to arrive, with the place in that order as the time; else the frames of the finding as they were seen.
 */
export function asJsonl({ play, check }: Failure): string {
  if (play.kind !== "bridge") {
    const { frames = [] } = check;
    return frames.map(({ number: _, ...frame }) => `${JSON.stringify(frame)}\n`).join("");
  }
  const { played } = readSavedCase(play.case, play.profile);
  return framesOfCase(played)
    .map((frame, place) => formatTraceLine({ ...frame, t: place, hop: WRITER[frame.direction] }))
    .map((line) => `${line}\n`)
    .join("");
}

const WRITER = { c2a: "client", a2c: "agent" } as const;
