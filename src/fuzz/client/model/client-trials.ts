import fc, { type Arbitrary } from "fast-check";
import type { Depth } from "../../campaign/trials.js";
import { conversationSeed } from "../../conversation/conversation-seed.js";
import type { Grammar } from "../../traffic/lines.js";
import type { Serves } from "./agent-model.js";
import type { ClientTrial } from "./command.js";
import { clientEdges, clientHazards } from "./fixed-trials.js";
import { randomClientTrial } from "./random-trial.js";

export interface ClientTrialsOptions {
  readonly serves: Serves;
  readonly grammar: Grammar;
  readonly depth: Depth;
  readonly seed: number;
}

/**
 * The conversations of a campaign by number: the same seed gives a client that serves the same the same ones, whoever
 * plays them and in what order.
 */
export class ClientTrials {
  readonly #fixed: readonly ClientTrial[];
  readonly #random: Arbitrary<ClientTrial> | undefined;
  readonly #seed: number;

  constructor({ serves, grammar, depth, seed }: ClientTrialsOptions) {
    const edges = clientEdges(serves, grammar);
    this.#fixed = depth === "lean" ? [...edges, ...clientHazards(serves)] : edges;
    this.#random = depth === "full" ? randomClientTrial(serves, grammar) : undefined;
    this.#seed = seed;
  }

  /** How many there are; without end at depth `full`. */
  get count(): number {
    return this.#random === undefined ? this.#fixed.length : Number.POSITIVE_INFINITY;
  }

  /** The conversation of this number, from 0; undefined beyond the last. */
  at(number: number): ClientTrial | undefined {
    const fixed = this.#fixed[number];
    if (fixed !== undefined || this.#random === undefined) return fixed;
    return fc.sample(this.#random, { seed: conversationSeed(this.#seed, number), numRuns: 1 })[0];
  }
}
