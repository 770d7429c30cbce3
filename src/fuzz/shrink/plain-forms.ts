import { Buffer } from "node:buffer";
import { byteCountOf, bytesOf, payloadOf } from "../../driver/sandwich/payload.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Direction } from "../../wire/direction.js";
import type { Trial } from "../campaign/trial.js";

export type Write = Extract<Step, { readonly do: "write" }>;

/** A longer filling stays out of what is joined: its text would be as long. */
const MOST_JOINED_BYTES = 100_000;
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

/** What a side says, write by write. */
export function writesIn({ acts }: Trial, dir: Direction): Write[] {
  return acts
    .flatMap(({ steps }) => steps)
    .filter((step): step is Write => step.do === "write" && step.dir === dir);
}
