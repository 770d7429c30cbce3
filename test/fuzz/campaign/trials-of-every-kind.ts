import fc from "fast-check";
import type { BridgeCase } from "../../../src/fuzz/bridge-case.js";
import { ENDING_NAMES, type Ending } from "../../../src/fuzz/campaign/ending.js";
import { caseOfTrial, type Trial } from "../../../src/fuzz/campaign/trial.js";
import { Trials } from "../../../src/fuzz/campaign/trials.js";
import { loadGrammar } from "../../../src/fuzz/traffic/lines.js";
import { TOXICS, type Toxic, toxicActs } from "../../../src/fuzz/traffic/toxics.js";

/** A case and what it has of its kind. */
export interface NamedCase {
  readonly name: string;
  readonly played: BridgeCase;
}

const SEED = 7;
const RANDOM_COUNT = 3;
/** A toxic has one of them behind it. */
const leavings: readonly Ending[] = ["client-closes", "agent-exits", "agent-dies"];
/** 64 MiB take a second, and are the same as a large frame otherwise. */
const TOO_LONG: readonly string[] = ["huge-frame"] satisfies readonly Toxic[];

/** Something said each way, in pieces, and nobody waits for it. */
const TALK: Trial["acts"] = [
  {
    steps: [
      { do: "write", dir: "c2a", payload: { text: '{"a":"é"}\r\n\n' }, pieceBytes: 1 },
      { do: "write", dir: "a2c", payload: { b64: "/wAKeA==" } },
      { do: "agent-stderr", payload: { text: "half a log line" } },
    ],
    about: ["talk"],
  },
];

/** More than a pipe holds, so that some of it is still on its way when the agent leaves. */
const LAST_LOG: Trial["acts"] = [
  {
    steps: [{ do: "agent-stderr", payload: { head: "", fill: "log ", times: 100_000, tail: "\n" } }],
    about: ["log"],
  },
];

/** Every ending, every toxic in front of every way to leave, and random sessions. */
export async function casesOfEveryKind(): Promise<NamedCase[]> {
  const endings = ENDING_NAMES.map((ending) => named(`ending ${ending}`, { acts: TALK, ending }));
  const lastLogs = (["agent-exits", "agent-dies"] as const).map((ending) =>
    named("a long log at the end", { acts: LAST_LOG, ending }),
  );
  const toxics = TOXICS.filter((toxic) => !TOO_LONG.includes(toxic)).flatMap((toxic, place) => {
    const acts = toxicActs(new Set([toxic]));
    if (acts === undefined) return [];
    return fc
      .sample(acts, { seed: SEED, numRuns: 1 })
      .map((act) =>
        named(`toxic ${toxic}`, { acts: [act], ending: leavings[place % leavings.length] ?? "half-close" }),
      );
  });
  const options = { grammar: await loadGrammar("v1"), seed: SEED, toxics: new Set(TOXICS), mayBreak: true };
  const firstRandom = new Trials({ ...options, depth: "lean" }).count;
  const trials = new Trials({ ...options, depth: "full" });
  const random = Array.from({ length: RANDOM_COUNT }, (_, place) => {
    const trial = trials.at(firstRandom + place);
    if (trial === undefined) throw new Error("Cannot draw a random trial");
    return named(`random ${place}`, trial);
  });
  return [...endings, ...lastLogs, ...toxics, ...random];
}

function named(name: string, trial: Trial): NamedCase {
  return { name, played: caseOfTrial(trial) };
}
