import { Buffer } from "node:buffer";
import type { Step } from "../driver/sandwich/step.js";
import type { BridgeCase } from "./bridge-case.js";
import type { Run } from "./play-through.js";

/** Plays a case; a twinned one twice at the same time, by two clients that say different things under the same ids. */
export async function playTwins(played: BridgeCase, play: (one: BridgeCase) => Promise<Run>): Promise<Run> {
  if (played.isTwinned !== true) return await play(played);
  const [one, other] = await Promise.all([play(played), play(twinOf(played))]);
  const meaning = one.meaning === "the same" ? other.meaning : one.meaning;
  return {
    ...one,
    ...(meaning === undefined ? {} : { meaning }),
    isAgentStarted: one.isAgentStarted && other.isAgentStarted,
    received: {
      c2a: Buffer.concat([one.received.c2a, other.received.c2a]),
      a2c: Buffer.concat([one.received.a2c, other.received.a2c]),
    },
  };
}

function twinOf(played: BridgeCase): BridgeCase {
  return { ...played, steps: played.steps.map(twinStep) };
}

function twinStep(step: Step): Step {
  if (step.do !== "write" || !("text" in step.payload)) return step;
  return { ...step, payload: { text: step.payload.text.replaceAll("this client", "that client") } };
}
