import type { Observation } from "../driver/sandwich/observation.js";
import { isSurelySame } from "../driver/sandwich/received.js";
import type { Step } from "../driver/sandwich/step.js";
import type { Exit } from "../driver/subject-process.js";
import type { Aspect, BridgeCase } from "./bridge-case.js";
import { compareStreams, type Difference } from "./oracle/compare.js";
import { excerpt } from "./oracle/excerpt.js";
import { type PromiseLevel, weaker } from "./oracle/level.js";
import { answersTo, openRequest, strangerIn } from "./oracle/lines-seen.js";
import type { Run } from "./play-through.js";
import type { Profile } from "./profile.js";

/** The two runs of one case. */
export interface Pair {
  readonly direct: Observation;
  readonly through: Run;
}

/** Bytes that a bridge may hold for a reader that does not read, before it counts as unbounded. */
const BACKPRESSURE_LIMIT_BYTES = 32 * 1024 * 1024;

/** The first thing in which the run through the bridge differs from the direct one, by what the case is about. */
export function judgePair(judged: BridgeCase, pair: Pair, profile: Profile): Difference | undefined {
  for (const aspect of judged.aspects) {
    const difference = JUDGES[aspect](pair, judged, profile);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** The first difference between the streams of both runs at one level. */
export function streamsDifference(
  { direct, through }: Pair,
  level: PromiseLevel,
  profile: Profile,
): Difference | undefined {
  // Where nobody has followed the names, values have to be equal: that is more than the level asks for, never less.
  const { meaning } = through;
  if (level === "meaning" && meaning !== undefined) return meaning === "the same" ? undefined : meaning;
  for (const direction of ["c2a", "a2c"] as const) {
    if (isSurelySame(direct.received, through.received, direction)) continue;
    const [wanted, found] = [direct.received[direction], through.received[direction]];
    const difference = compareStreams(direction, wanted, found, level, profile.malformed);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Is it the name of something that can be compared? */
export function isAspect(name: unknown): name is Aspect {
  return typeof name === "string" && Object.hasOwn(JUDGES, name);
}

type Judge = (pair: Pair, judged: BridgeCase, profile: Profile) => Difference | undefined;

const JUDGES: Readonly<Record<Aspect, Judge>> = {
  streams: (pair, { level }, profile) => streamsDifference(pair, levelOf(level, profile), profile),
  stderr: ({ direct, through }) =>
    differs(
      "a2c",
      "stderr",
      excerpt(direct.stderr, 0),
      excerpt(through.stderr, 0),
      direct.stderr.equals(through.stderr),
    ),
  exit: ({ direct, through }) => compare("a2c", "exit", showExit(direct.exit), showExit(through.exit)),
  "agent-eof": ({ direct, through }) =>
    compare(
      "c2a",
      "the end of the client's input",
      showEof(direct.agentSawEof),
      showEof(through.agentSawEof),
    ),
  "client-eof": ({ direct, through }) =>
    compare(
      "a2c",
      "the end of the agent's output",
      showEof(direct.clientSawEof),
      showEof(through.clientSawEof),
    ),
  signals: ({ direct, through }) =>
    compare("c2a", "signals at the agent", showList(direct.agentSignals), showList(through.agentSignals)),
  surroundings: ({ direct, through }) =>
    compare(
      "c2a",
      "arguments, directory and environment",
      direct.surroundings,
      through.surroundings || "no start",
    ),
  timeline: ({ direct, through }) =>
    compare("a2c", "arrival order of lines", direct.timeline.join(", "), through.timeline.join(", ")),
  arrivals: ({ direct, through }, judged) =>
    compare(
      "a2c",
      "what arrived in time",
      showLate(judged, direct, "await"),
      showLate(judged, through, "await"),
    ),
  release: ({ direct, through }, judged) =>
    compare(
      "c2a",
      "what the agent noticed in time",
      showLate(judged, direct, "await-agent-released"),
      showLate(judged, through, "await-agent-released"),
    ),
  backpressure: ({ through }) => {
    const flooded = through.floodedBytes ?? 0;
    return differs(
      "a2c",
      "bytes taken from the agent while the client did not read",
      `at most ${BACKPRESSURE_LIMIT_BYTES}`,
      `${flooded}`,
      flooded <= BACKPRESSURE_LIMIT_BYTES,
    );
  },
  purity: ({ through }) => strangerIn("c2a", through) ?? strangerIn("a2c", through),
  "answer-or-end": ({ through }, { steps }) => {
    const answers = answersTo(openRequest(steps), through);
    const isSettled = answers === 1 || (answers === 0 && through.clientSawEof);
    const end = through.clientSawEof ? "the end of the output" : "no end of the output";
    return differs(
      "a2c",
      "the request that was open when the agent died",
      "one response, or the end of the output",
      `${answers} responses, and ${end}`,
      isSettled,
    );
  },
};

/** A case may ask for less than is declared; it asks for more only of a bridge that renames nothing. */
function levelOf(level: PromiseLevel | undefined, { promise }: Profile): PromiseLevel {
  return level === undefined ? promise : promise === "meaning" ? weaker(level, promise) : level;
}

function compare(
  direction: Difference["direction"],
  place: string,
  expected: string,
  actual: string,
): Difference | undefined {
  return differs(direction, place, expected, actual, expected === actual);
}

function differs(
  direction: Difference["direction"],
  place: string,
  expected: string,
  actual: string,
  isSame: boolean,
): Difference | undefined {
  return isSame ? undefined : { direction, place, expected, actual };
}

function showExit(exit: Exit | undefined): string {
  if (exit === undefined) return "still running";
  return exit.signal === null ? `code ${exit.code}` : `killed by ${exit.signal}`;
}

function showEof(isSeen: boolean): string {
  return isSeen ? "seen" : "never seen";
}

function showList(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}

/** The waits of one kind that ran out of time. */
function showLate({ steps }: BridgeCase, { lateSteps }: Observation, kind: Step["do"]): string {
  const late = lateSteps.flatMap((place) => {
    const step = steps[place];
    if (step?.do !== kind) return [];
    return "dir" in step ? [`${step.dir} (step ${place + 1})`] : [`step ${place + 1}`];
  });
  return late.length === 0 ? "everything" : `all but ${late.join(", ")}`;
}
