import { byteCountOf, lineEndsIn, type Payload } from "../../driver/sandwich/payload.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Direction } from "../../wire/direction.js";
import type { Trial } from "../campaign/trial.js";
import { smallest } from "./fewest.js";
import { type Write, writesIn } from "./plain-forms.js";
import type { ShowsFault } from "./shrink-trial.js";

/** A session of fewer lines is shrunk line by line as fast. */
const LEAST_LINES = 30;
const MOST_LINES = 100_000;
/** As long as a bridge on a busy machine takes to read all that waits for it, and more. */
const STALL_MS = 200;
const SURE_TIMES = 3;
const MARGIN = 1.01;
const MOST_RAISES = 5;
const NOTICE = '{"jsonrpc":"2.0","method":"_"}\n';
const SMALLER_LINES = ["\n", "{}\n"];

/** Whether the side that is spoken to reads all the time, or stops for a while. */
export type Reader = "brisk" | "stalled";
/** The plainer one first. */
export const ALL_READERS: readonly Reader[] = ["brisk", "stalled"];

/**
 * One small line, said as often as it takes, where that shows the fault, maybe only to a reader that has stopped for a
 * while: it was the number of lines, or their volume, and not what they say. Undefined where it does not.
 */
export async function repetitionOf(
  trial: Trial,
  shows: ShowsFault,
  readers: readonly Reader[] = ALL_READERS,
): Promise<Trial | undefined> {
  const most = { c2a: timesOf(writesIn(trial, "c2a")), a2c: timesOf(writesIn(trial, "a2c")) };
  for (const reader of readers) {
    for (const dir of ["a2c", "c2a"] as const) {
      const form = (line: string, times: number): Trial => repeated(dir, line, times, reader);
      if (most[dir] < LEAST_LINES || !(await shows(form(NOTICE, most[dir])))) continue;
      const times = await smallest(1, most[dir], async (fewer) => await shows(form(NOTICE, fewer)));
      const line =
        times === 1 ? NOTICE : await firstThat(SMALLER_LINES, NOTICE, (one) => shows(form(one, times)));
      const brisk = repeated(dir, line, times, "brisk");
      if (await showsEachTime(brisk, shows)) return brisk;
      if (reader === "stalled") return await firstSure(form, line, times, most[dir], shows);
    }
  }
  return undefined;
}

/** How much waits for a stopped reader differs by a little from run to run, so the least that showed it once may not be enough. */
async function firstSure(
  form: (line: string, times: number) => Trial,
  line: string,
  least: number,
  most: number,
  shows: ShowsFault,
): Promise<Trial> {
  let times = least;
  for (let raises = 0; raises < MOST_RAISES && !(await showsEachTime(form(line, times), shows)); raises += 1)
    times = Math.min(most, Math.ceil(times * MARGIN));
  return form(line, times);
}

/** A brisk reader may be slow by chance: what shows only then is no good to whoever replays it. */
async function showsEachTime(form: Trial, shows: ShowsFault): Promise<boolean> {
  for (let time = 0; time < SURE_TIMES; time += 1) if (!(await shows(form))) return false;
  return true;
}

async function firstThat(
  lines: readonly string[],
  otherwise: string,
  matches: (line: string) => Promise<boolean>,
): Promise<string> {
  for (const line of lines) if (await matches(line)) return line;
  return otherwise;
}

/** So often that there are as many lines, and as many bytes, as before. */
function timesOf(writes: readonly Write[]): number {
  const sum = (count: (payload: Payload) => number): number =>
    writes.reduce((before, { payload }) => before + count(payload), 0);
  return Math.min(MOST_LINES, Math.max(sum(lineEndsIn), Math.ceil(sum(byteCountOf) / NOTICE.length)));
}

function repeated(dir: Direction, line: string, times: number, reader: Reader): Trial {
  const payload: Payload = times === 1 ? { text: line } : { head: "", fill: line, times, tail: "" };
  const write: Step = { do: "write", dir, payload };
  const side = dir === "a2c" ? "client" : "agent";
  const steps: readonly Step[] =
    reader === "stalled"
      ? [{ do: `${side}-stops-reading` }, write, { do: "pause", ms: STALL_MS }, { do: `${side}-reads-again` }]
      : [write];
  return { acts: [{ steps, about: ["shrunk"] }], ending: "client-closes" };
}
