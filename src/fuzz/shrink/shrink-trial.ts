import type { Payload } from "../../driver/sandwich/payload.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Act, Trial } from "../campaign/trial.js";
import { fewest, type IsOver } from "./fewest.js";
import { GRAINS, type Grain, smallerPayload } from "./smaller-payload.js";

/** Says whether a smaller trial still shows the same fault. */
export type ShowsFault = (trial: Trial) => Promise<boolean>;

/**
 * The fewest acts, then the plainest ending and schedule, then the smallest payloads that still show the fault. `shows`
 * may say no when its time is up: what was found until then is the result.
 */
export async function shrinkTrial(
  trial: Trial,
  shows: ShowsFault,
  isOver: IsOver = () => false,
): Promise<Trial> {
  const acts = await fewest(trial.acts, async (rest) => await shows({ ...trial, acts: rest }), isOver);
  let least: Trial = { ...trial, acts };
  const plain: Trial = { ...least, ending: "client-closes" };
  if (least.ending !== plain.ending && (await shows(plain))) least = plain;
  const { sinkFault, ...sound } = least;
  if (sinkFault !== undefined && (await shows(sound))) least = sound;
  least = await shrinkSteps(least, shows, isOver);
  // All payloads lose lines before one of them loses bytes: a line less says more than a shorter one.
  for (const grain of GRAINS) least = await shrinkPayloads(least, grain, shows, isOver);
  return least;
}

async function shrinkPayloads(trial: Trial, grain: Grain, shows: ShowsFault, isOver: IsOver): Promise<Trial> {
  let least = trial;
  for (const [place, act] of trial.acts.entries()) {
    for (const [number, step] of act.steps.entries()) {
      if (step.do !== "write" && step.do !== "agent-stderr") continue;
      const showsPayload = async (smaller: Payload): Promise<boolean> =>
        await shows(withStep(least, place, number, { ...step, payload: smaller }));
      const payload = await smallerPayload(step.payload, grain, showsPayload, isOver);
      least = withStep(least, place, number, { ...step, payload });
    }
  }
  return least;
}

/** Without the steps, and the cuts, that the fault does not need. */
async function shrinkSteps(trial: Trial, shows: ShowsFault, isOver: IsOver): Promise<Trial> {
  const asOne: Trial = {
    ...trial,
    acts: [{ steps: trial.acts.flatMap(({ steps }) => steps), about: aboutOf(trial) }],
  };
  const [whole] = asOne.acts;
  if (whole === undefined || whole.steps.length === 0) return trial;
  const steps = await fewest(
    whole.steps,
    async (rest) => await shows({ ...asOne, acts: [{ ...whole, steps: rest }] }),
    isOver,
  );
  let least: Trial = { ...asOne, acts: [{ ...whole, steps }] };
  for (const [number, step] of steps.entries()) {
    if (step.do !== "write" || (step.pieceBytes === undefined && step.cuts === undefined)) continue;
    const { pieceBytes: _, cuts: __, ...uncut } = step;
    const simpler = withStep(least, 0, number, uncut);
    if (await shows(simpler)) least = simpler;
  }
  return least;
}

function aboutOf({ acts }: Trial): string[] {
  return [...new Set(acts.flatMap(({ about }) => about))];
}

function withStep(trial: Trial, place: number, number: number, step: Step): Trial {
  const acts = trial.acts.map((act, index): Act => {
    if (index !== place) return act;
    return { ...act, steps: act.steps.map((old, position) => (position === number ? step : old)) };
  });
  return { ...trial, acts };
}
