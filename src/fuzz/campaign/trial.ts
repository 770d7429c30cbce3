import type { GeneratedFrame } from "../../../generated/arbitrary/frame-source.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Aspect, BridgeCase } from "../bridge-case.js";
import { DRAWN } from "../play-through.js";
import type { SinkFault } from "../sinks/sink-fault.js";
import { ENDINGS, type Ending } from "./ending.js";

/** A few steps that belong together, as one frame and the wait for it, and what they count as in the statistics. */
export interface Act {
  readonly steps: readonly Step[];
  /** What it covers, as `valid c2a session/prompt request` or `toxic burst`. */
  readonly about: readonly string[];
  /** The valid frames that are written as they are: for the statistics alone, and nobody saves them. */
  readonly said?: readonly GeneratedFrame[];
}

/** One generated session through a bridge. Plain data: it can be hashed, shrunk and saved. */
export interface Trial {
  readonly acts: readonly Act[];
  readonly ending: Ending;
  /** A sink of the bridge that is broken while it is played. */
  readonly sinkFault?: SinkFault;
}

/** What every trial is judged by, in this order; the ending adds its own. */
const ASPECTS: readonly Aspect[] = ["streams", "stderr", "exit"];
const ALL_ARRIVED: readonly Step[] = [
  { do: "await", dir: "c2a" },
  { do: "await", dir: "a2c" },
];

/** The trial as a case that the sandwich plays. In each ending all that was written has arrived first. */
export function caseOfTrial({ acts, ending, sinkFault }: Trial): BridgeCase {
  const { steps, aspects, without = [] } = ENDINGS[ending];
  return {
    id: DRAWN,
    steps: [...acts.flatMap((act) => act.steps), ...ALL_ARRIVED, ...steps],
    aspects: [...ASPECTS.filter((aspect) => !without.includes(aspect)), ...aspects],
    isMalformed: false,
    ...(sinkFault === undefined ? {} : { sinkFault }),
  };
}
