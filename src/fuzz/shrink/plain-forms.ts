import { Buffer } from "node:buffer";
import { byteCountOf, bytesOf, lineEndsIn, type Payload, payloadOf } from "../../driver/sandwich/payload.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Direction } from "../../wire/direction.js";
import type { Trial } from "../campaign/trial.js";
import { smallest } from "./fewest.js";
import type { ShowsFault } from "./shrink-trial.js";

type Write = Extract<Step, { readonly do: "write" }>;

/** A session of fewer lines is shrunk line by line as fast. */
const LEAST_LINES = 30;
const MOST_LINES = 100_000;
/** A longer filling stays out of what is joined: its text would be as long. */
const MOST_JOINED_BYTES = 100_000;
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

/** What is said and done from the write before the byte of one direction to the write behind it. */
export function around(trial: Trial, dir: Direction, byteAt: number): Trial {
  const steps = trial.acts.flatMap((act) => act.steps);
  const places = steps.flatMap((step, place) => (step.do === "write" && step.dir === dir ? [place] : []));
  let before = 0;
  const hit = places.findIndex((place) => {
    const step = steps[place];
    before += step?.do === "write" ? byteCountOf(step.payload) : 0;
    return before > byteAt;
  });
  const last = hit === -1 ? places.length - 1 : hit;
  const kept = steps.slice(places[last - 1] ?? 0, (places[last + 1] ?? steps.length) + 1);
  return { acts: [{ steps: kept, about: ["shrunk"] }], ending: "client-closes" };
}

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

/** All that each side says in one write, with nothing else happening; undefined where one write is all there is. */
export function joined(trial: Trial): Trial | undefined {
  const steps = (["c2a", "a2c"] as const).flatMap((dir): Step[] => {
    const said = writesIn(trial, dir).filter(
      (step) => byteCountOf(step.payload) <= MOST_JOINED_BYTES || !("fill" in step.payload),
    );
    if (said.length === 0) return [];
    return [
      { do: "write", dir, payload: payloadOf(Buffer.concat(said.map(({ payload }) => bytesOf(payload)))) },
    ];
  });
  const before = trial.acts.flatMap((act) => act.steps);
  if (steps.length === 0 || (before.length === 1 && trial.ending === "client-closes")) return undefined;
  return { acts: steps.map((step) => ({ steps: [step], about: ["shrunk"] })), ending: "client-closes" };
}

/**
 * Without what each side says behind its last line end; undefined where both end with one. A bridge that goes by lines holds
 * such a rest until the end of the stream, and each time that is waited for.
 */
export function wholeLines(trial: Trial): Trial | undefined {
  const last = { c2a: writesIn(trial, "c2a").at(-1), a2c: writesIn(trial, "a2c").at(-1) };
  let isCut = false;
  const cut = (step: Step): Step => {
    if (step.do !== "write" || step !== last[step.dir] || "fill" in step.payload) return step;
    const bytes = bytesOf(step.payload);
    const end = bytes.lastIndexOf("\n") + 1;
    if (end === 0 || end === bytes.length) return step;
    isCut = true;
    return { ...step, payload: payloadOf(bytes.subarray(0, end)) };
  };
  const acts = trial.acts.map((act) => ({ ...act, steps: act.steps.map(cut) }));
  return isCut ? { ...trial, acts } : undefined;
}

function writesIn({ acts }: Trial, dir: Direction): Write[] {
  return acts
    .flatMap(({ steps }) => steps)
    .filter((step): step is Write => step.do === "write" && step.dir === dir);
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
