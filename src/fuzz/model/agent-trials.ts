import fc, { type Arbitrary } from "fast-check";
import type { Depth } from "../campaign/trials.js";
import { conversationSeed } from "../conversation/conversation-seed.js";
import type { Offers } from "./client-model.js";
import type { AgentTrial } from "./command.js";
import { edgeTrials, hazardTrials } from "./fixed-trials.js";
import { oddLines } from "./odd-lines.js";
import { randomTrial } from "./random-trial.js";

export interface AgentTrialsOptions {
  readonly offers: Offers;
  readonly depth: Depth;
  readonly seed: number;
}

/**
 * The conversations of a campaign by number: the same seed gives an agent with the same offers the same ones, whoever
 * plays them and in what order.
 */
export class AgentTrials {
  readonly #fixed: readonly AgentTrial[];
  readonly #random: Arbitrary<AgentTrial> | undefined;
  readonly #seed: number;

  constructor({ offers, depth, seed }: AgentTrialsOptions) {
    const edges = edgeTrials(offers);
    this.#fixed = depth === "lean" ? [...edges, ...hazardTrials(offers)] : edges;
    this.#random = depth === "full" ? randomTrial(offers, oddLines) : undefined;
    this.#seed = seed;
  }

  /** How many there are; without end at depth `full`. */
  get count(): number {
    return this.#random === undefined ? this.#fixed.length : Number.POSITIVE_INFINITY;
  }

  /** The conversation of this number, from 0; undefined beyond the last. */
  at(number: number): AgentTrial | undefined {
    const fixed = this.#fixed[number];
    if (fixed !== undefined || this.#random === undefined) return fixed;
    return fc.sample(this.#random, { seed: conversationSeed(this.#seed, number), numRuns: 1 })[0];
  }
}
