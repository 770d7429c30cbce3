import type { Step } from "../../driver/sandwich/step.js";
import { type Aspect, type BridgeCase, ordinaryEnd } from "../bridge-case.js";

/** A few steps that belong together, as one frame and the wait for it, and what they count as in the statistics. */
export interface Act {
  readonly steps: readonly Step[];
  /** What it covers, as `valid c2a session/prompt request` or `toxic burst`. */
  readonly about: readonly string[];
}

/** How a session ends. */
export type Ending = keyof typeof ENDINGS;

/** One generated session through a bridge. Plain data: it can be hashed, shrunk and saved. */
export interface Trial {
  readonly acts: readonly Act[];
  readonly ending: Ending;
}

interface EndingForm {
  readonly steps: readonly Step[];
  /** What this way to end says something about. */
  readonly aspects: readonly Aspect[];
}

const ALL_ARRIVED: readonly Step[] = [
  { do: "await", dir: "c2a" },
  { do: "await", dir: "a2c" },
];
const LAST_WORDS: Step = {
  do: "write",
  dir: "a2c",
  payload: { text: '{"jsonrpc":"2.0","method":"_acp-assay/last","params":{}}\n' },
};
const OPEN_LINE = { text: '{"jsonrpc":"2.0","method":"_acp-assay/open","params":{}}' };
const GONE: readonly Step[] = [{ do: "await-exit" }, { do: "await-client-eof" }];
/** What is still on its way to an agent that leaves by itself would be lost without a bridge too. */
const ALL_READ: Step = { do: "await", dir: "c2a", isPatient: true };

/** In each everything that was written has arrived first, so that no ending races with the traffic. */
export const ENDINGS: Readonly<
  Record<
    "client-closes" | "open-line" | "half-close" | "agent-closes" | "agent-exits" | "agent-dies",
    EndingForm
  >
> = {
  "client-closes": { steps: ordinaryEnd, aspects: ["agent-eof", "client-eof"] },
  "open-line": {
    steps: [
      { do: "write", dir: "c2a", payload: OPEN_LINE },
      { do: "await", dir: "c2a" },
      { do: "write", dir: "a2c", payload: OPEN_LINE },
      { do: "await", dir: "a2c" },
      ...ordinaryEnd,
    ],
    aspects: ["agent-eof", "client-eof"],
  },
  "half-close": {
    steps: [
      { do: "client-closes" },
      { do: "await-agent-eof" },
      LAST_WORDS,
      { do: "await", dir: "a2c" },
      { do: "agent-exits", code: 0 },
      ...GONE,
    ],
    aspects: ["agent-eof", "client-eof"],
  },
  "agent-closes": {
    steps: [
      { do: "agent-closes-stdout" },
      { do: "await-client-eof" },
      { do: "client-closes" },
      { do: "await-agent-eof" },
      { do: "agent-exits", code: 3 },
      { do: "await-exit" },
    ],
    aspects: ["client-eof"],
  },
  "agent-exits": { steps: [ALL_READ, { do: "agent-exits", code: 7 }, ...GONE], aspects: ["client-eof"] },
  "agent-dies": {
    steps: [ALL_READ, { do: "agent-dies", signal: "SIGTERM" }, ...GONE],
    aspects: ["client-eof"],
  },
};

/** What every trial is judged by, in this order; the ending adds its own. */
const ASPECTS: readonly Aspect[] = ["streams", "stderr", "exit"];

/** The trial as a case that the sandwich plays. */
export function caseOfTrial({ acts, ending }: Trial): BridgeCase {
  const { steps, aspects } = ENDINGS[ending];
  return {
    id: "fuzz",
    steps: [...acts.flatMap((act) => act.steps), ...ALL_ARRIVED, ...steps],
    aspects: [...ASPECTS, ...aspects],
    isMalformed: false,
  };
}
