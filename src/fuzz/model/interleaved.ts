import { Buffer } from "node:buffer";
import fc, { type Arbitrary } from "fast-check";
import type { SpokenLine } from "../traffic/lines.js";
import type { Offers } from "./client-model.js";
import type { AgentTrial } from "./command.js";
import { ModelAgent, type ModelFrame } from "./model-agent.js";
import { randomTrial } from "./random-trial.js";

const EVERYTHING: Offers = {
  acts: new Set(["load", "resume", "close", "delete"]),
  list: true,
  modes: true,
  options: true,
};
/** After a command of the client the agent says up to this much. */
const MOST_SAID = 3;

/**
 * Conversations of the client model with an agent that does all it is asked, as lines of both sides: turns of several
 * sessions side by side, ids that come again, cancels and answers that cross with what the agent says. Who speaks next is
 * drawn, so that each order in which the two could have met has its chance.
 */
export function interleavedLines(): Arbitrary<SpokenLine[]> {
  return fc
    .tuple(randomTrial(EVERYTHING, []), fc.infiniteStream(fc.nat(MOST_SAID)))
    .map(([trial, draws]) => interleave(trial, () => draws.next().value ?? 0).map(lineOf));
}

/** Plays both parts: each draw says how much the agent says next, and in which of its turns. */
export function interleave({ commands }: AgentTrial, draw: () => number): readonly ModelFrame[] {
  const agent = new ModelAgent();
  for (const command of commands) {
    agent.hear(command);
    for (let left = draw(); left > 0; left -= 1) agent.speak(draw());
  }
  agent.finish(draw);
  return agent.frames;
}

function lineOf({ direction, message, about }: ModelFrame): SpokenLine {
  return { dir: direction, bytes: Buffer.from(JSON.stringify(message), "utf8"), about };
}
