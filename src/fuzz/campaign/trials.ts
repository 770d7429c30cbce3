import fc, { type Arbitrary } from "fast-check";
import type { Step } from "../../driver/sandwich/step.js";
import { splice } from "../corpus/splice.js";
import { sessionHazards } from "../hazards/corpus.js";
import { stepsOf } from "../hazards/hazard.js";
import { interleavedLines } from "../model/interleaved.js";
import { type SinkFault, type SinkOptions, sinkFaults } from "../sinks/sink-fault.js";
import { chunkActs } from "../traffic/chunks.js";
import {
  act,
  frameLines,
  type Grammar,
  type SpokenLine,
  saidSomehow,
  spoken,
  spokenLines,
} from "../traffic/lines.js";
import { torrents } from "../traffic/torrent.js";
import { endings, endingsOf, TOXICS, type Toxic, toxicActs } from "../traffic/toxics.js";
import type { TrialSource } from "./campaign.js";
import type { Act, Trial } from "./trial.js";

/** How far a campaign goes: a fixed set, the hazards besides, and random sessions on top. */
export type Depth = "smoke" | "lean" | "full";

export interface TrialsOptions {
  readonly grammar: Grammar;
  readonly depth: Depth;
  readonly seed: number;
  readonly toxics: ReadonlySet<Toxic>;
  /** The bridge promises to forward what is no JSON-RPC message. */
  readonly mayBreak: boolean;
  /** It promises to forward frames that the schema does not allow. */
  readonly mayBend?: boolean;
  /** Hazards, by id, that it does not promise to pass on. */
  readonly unpromised?: ReadonlySet<string>;
  /** The sinks of the bridge, which the toxic `sinks` breaks. */
  readonly sinks?: SinkOptions;
  /** Sessions to play after the fixed ones and to make others from. */
  readonly corpus?: readonly Trial[];
}

const FIXED_LENGTH = 1000;
const MOST_GROUPS = 40;
const MOST_FRESH = 30;
const ACTS_OF_A_TOXIC = 6;
/** It takes a second or more. */
const RARE_TOXICS: readonly Toxic[] = ["huge-frame"];
const SHORT_TALK: readonly Act[] = chunkActs().filter(({ about }) => about.includes("2 lines in one write"));
/** One random session in so many is made from those of the corpus. */
const SPLICED_IN = 6;

/** The trials of a campaign by number: the same options give the same trials, whoever plays them and in what order. */
export class Trials implements TrialSource {
  readonly #fixed: readonly Trial[];
  readonly #random: Arbitrary<Trial> | undefined;
  readonly #seed: number;
  readonly #corpus: readonly Trial[];
  /** How many there are before the random ones, whatever the seed. */
  readonly fixedCount: number;

  constructor(options: TrialsOptions) {
    const isFull = options.depth === "full";
    this.#corpus = options.corpus ?? [];
    this.#fixed = [...fixedTrials(options), ...(isFull ? toxicTrials(options) : []), ...this.#corpus];
    this.fixedCount = this.#fixed.length;
    this.#random = isFull ? randomTrial(options) : undefined;
    this.#seed = options.seed;
  }

  /** How many there are; without end at depth `full`. */
  get count(): number {
    return this.#random === undefined ? this.#fixed.length : Number.POSITIVE_INFINITY;
  }

  /** The trial of this number, from 0; undefined beyond the last. */
  at(number: number): Trial | undefined {
    const fixed = this.#fixed[number];
    if (fixed !== undefined || this.#random === undefined) return fixed;
    // Neighbouring seeds may give neighbouring numbers, so each trial's own is far from the next one's.
    const seed = Math.imul(this.#seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35);
    const drawn = fc.sample(this.#random, { seed, numRuns: 1 })[0];
    const isSpliced = this.#corpus.length > 0 && number % SPLICED_IN === 0;
    return isSpliced && drawn !== undefined ? splice(this.#corpus, drawn, seed) : drawn;
  }
}

/** The coverage set of the schema, and from depth `lean` on its near misses and the hazards. */
function fixedTrials({
  grammar,
  depth,
  mayBreak,
  mayBend = true,
  unpromised,
  toxics,
}: TrialsOptions): Trial[] {
  const acts = (lines: readonly SpokenLine[]): Act[] => lines.map((line) => act(line));
  const samples = acts(validSamples(grammar));
  if (depth === "smoke") return sessionsOf(samples);
  const near = mayBend ? acts(nearSamples(grammar)) : [];
  const hazards = sessionHazards
    .filter(({ id, isMalformed = false }) => (mayBreak || !isMalformed) && unpromised?.has(id) !== true)
    .map((hazard): Act => ({ steps: stepsOf(hazard), about: [`hazard ${hazard.id}`] }));
  const ends = endingsOf(toxics).map((ending): Trial => ({ acts: SHORT_TALK, ending }));
  return [...sessionsOf([...samples, ...hazards, ...chunkActs(mayBend)]), ...ends, ...sessionsOf(near)];
}

function validSamples({ frames }: Grammar): SpokenLine[] {
  return frames.flatMap((source) => source.samples().map((frame) => spoken("valid", frame)));
}

function nearSamples({ frames }: Grammar): SpokenLine[] {
  return frames.flatMap((source) => source.nearSamples().map((frame) => spoken("near-valid", frame)));
}

/** A session of each toxic that comes in the middle, so that none of them hangs on luck. */
function toxicTrials({ toxics, seed }: TrialsOptions): Trial[] {
  return TOXICS.filter((toxic) => toxics.has(toxic) && !RARE_TOXICS.includes(toxic)).flatMap(
    (toxic): Trial[] => {
      const acts = toxicActs(new Set([toxic]));
      if (acts === undefined) return [];
      return [{ acts: fc.sample(acts, { seed, numRuns: ACTS_OF_A_TOXIC }), ending: "client-closes" }];
    },
  );
}

function sessionsOf(acts: readonly Act[]): Trial[] {
  const trials: Trial[] = [];
  for (let start = 0; start < acts.length; start += FIXED_LENGTH) {
    trials.push({ acts: acts.slice(start, start + FIXED_LENGTH).map(unhurried), ending: "client-closes" });
  }
  return trials;
}

/** In the fixed set only every eighth line is waited for, so that it takes a second or two. */
function unhurried(one: Act, place: number): Act {
  const isWait = ({ do: name }: Step): boolean => name === "await";
  return place % 8 === 0 ? one : { ...one, steps: one.steps.filter((step) => !isWait(step)) };
}

function randomTrial({ grammar, toxics, mayBreak, mayBend = true, sinks }: TrialsOptions): Arbitrary<Trial> {
  const lines = fc.oneof(
    { weight: 12, arbitrary: spokenLines(grammar, mayBreak, mayBend) },
    { weight: 1, arbitrary: interleavedLines() },
  );
  const said = lines.chain(saidSomehow);
  const toxic = toxicActs(toxics)?.map((one) => [one]);
  const group =
    toxic === undefined ? said : fc.oneof({ weight: 12, arbitrary: said }, { weight: 1, arbitrary: toxic });
  const fresh = fc.array(frameLines(grammar, mayBend), { minLength: 1, maxLength: MOST_FRESH, size: "max" });
  const stock = [...validSamples(grammar), ...(mayBend ? nearSamples(grammar) : [])];
  const torrent = torrents({ fresh, stock, mayBreak, mayBend }).map((one) => [one]);
  const broken = sinks === undefined || !toxics.has("sinks") ? undefined : sinkFaults(sinks);
  const talks = fc.record({
    acts: fc
      .tuple(
        fc.array(group, { minLength: 1, maxLength: MOST_GROUPS, size: "max" }),
        fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 3, arbitrary: fc.tuple(torrent) }),
      )
      .map(([groups, torrents]) => [...groups, ...torrents].flat()),
    ending: endings(toxics),
  });
  const rough =
    broken === undefined ? talks : fc.oneof({ weight: 2, arbitrary: talks }, withBrokenSink(talks, broken));
  // Some agents die before anybody has said a word.
  const unspoken: Trial = { acts: [], ending: "agent-dies" };
  if (!toxics.has("agent-dies")) return rough;
  return fc.oneof({ weight: 40, arbitrary: rough }, { weight: 1, arbitrary: fc.constant(unspoken) });
}

function withBrokenSink(trials: Arbitrary<Trial>, faults: Arbitrary<SinkFault>): Arbitrary<Trial> {
  return fc.tuple(trials, faults).map(([trial, sinkFault]) => ({
    ...trial,
    acts: [...trial.acts, { steps: [], about: [`toxic sinks: ${sinkFault.option} ${sinkFault.kind}`] }],
    sinkFault,
  }));
}
