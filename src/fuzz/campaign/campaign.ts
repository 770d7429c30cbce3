import { createHash } from "node:crypto";
import type { FrameSource } from "../../../generated/arbitrary/frame-source.js";
import { bytesOf } from "../../driver/sandwich/payload.js";
import { unlessAborted } from "../../engine/unless-aborted.js";
import { Fault } from "../../fault.js";
import type { BridgeCase } from "../bridge-case.js";
import { smallestSession } from "../shrink/smallest-session.js";
import { confirm } from "./confirm.js";
import { type Finding, type Seen, titleOf } from "./finding.js";
import { type LookOptions, look } from "./look.js";
import { type CampaignStatistics, Statistics } from "./statistics.js";
import { caseOfTrial, type Trial } from "./trial.js";

/** Trials by number, from 0; the same number gives the same trial. */
export interface TrialSource {
  /** How many there are; infinite where they have no end. */
  readonly count: number;
  at(number: number): Trial | undefined;
}

export interface CampaignOptions extends LookOptions {
  readonly trials: TrialSource;
  /** The generators behind the trials: what of them was used is counted. */
  readonly sources?: readonly FrameSource[];
  /** Trials whose number leaves `index` when divided by `count` are played. */
  readonly shard: { readonly index: number; readonly count: number };
  /** Trials with this number or a higher one are not played. */
  readonly runs: number;
  /** No trial but the first begins later than this, in milliseconds from the start. */
  readonly forMs: number;
  readonly workers: number;
  /** How long one finding may be shrunk, in milliseconds. */
  readonly shrinkMs: number;
  /** It ends early after so many findings; 5 unless given. */
  readonly mostFindings?: number;
  /** What is known already: to find it again is no news. */
  readonly known?: readonly Finding[];
  /** Called with a session in which nothing differed, and with how the bridge carried it. */
  readonly onSound?: (number: number, trial: Trial, shown: readonly string[]) => void;
  readonly onTrial?: (statistics: CampaignStatistics, findings: number) => void;
}

export interface CampaignResult {
  readonly findings: readonly Finding[];
  readonly statistics: CampaignStatistics;
  /** SHA-256 over the sessions in the order of their numbers: the same for the same seed, whatever the workers did. */
  readonly scenarioHash: string;
  /** It ended early because the bridge kept on failing. */
  readonly isGivenUp: boolean;
  /** Why it ended early otherwise: the bridge did not start any more. */
  readonly blockedBy: string | undefined;
}

/** A bridge that fails this often has shown enough; what else it breaks is better looked for when these are mended. */
const MOST_FINDINGS = 5;
const MOST_REPEATS = 5;

/**
 * Plays trials through the bridge until their number or the time is used up, and shrinks what differs. A Fault when the
 * harness is broken, or when the bridge did not even start the first time.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  return await new Campaign(options).run();
}

class Campaign {
  readonly #options: CampaignOptions;
  readonly #findings: Finding[] = [];
  readonly #titles: Set<string>;
  readonly #statistics: Statistics;
  readonly #hashes: string[] = [];
  readonly #started = performance.now();
  #next: number;
  #repeats = 0;
  #trouble: unknown;

  constructor(options: CampaignOptions) {
    this.#options = options;
    this.#statistics = new Statistics(options.sources ?? []);
    this.#titles = new Set(options.known?.map(({ checkId, played }) => titleOf(checkId, played)));
    this.#next = options.shard.index;
  }

  async run(): Promise<CampaignResult> {
    await Promise.all(Array.from({ length: this.#options.workers }, async () => await this.#work()));
    const statistics = this.#statistics.result;
    return {
      findings: this.#findings.sort((left, right) => (left.trial ?? 0) - (right.trial ?? 0)),
      statistics,
      scenarioHash: createHash("sha256").update(this.#hashes.join("\n")).digest("hex"),
      isGivenUp: this.#isGivenUp,
      blockedBy: this.#blockedBy(statistics),
    };
  }

  /** What one worker does; when one meets trouble, the others end after their trials. */
  async #work(): Promise<void> {
    try {
      for (let number = this.#take(); number !== undefined; number = this.#take()) {
        const current = number;
        await unlessAborted(this.#options.signal, async () => await this.#play(current));
      }
    } catch (error) {
      this.#trouble ??= error;
    }
  }

  get #isGivenUp(): boolean {
    const { mostFindings = MOST_FINDINGS } = this.#options;
    return this.#findings.length >= mostFindings || this.#repeats >= MOST_REPEATS;
  }

  #take(): number | undefined {
    const { shard, runs, forMs, trials, signal } = this.#options;
    const isLate = this.#next !== shard.index && performance.now() - this.#started >= forMs;
    const isOver = isLate || this.#next >= Math.min(runs, trials.count);
    if (isOver || signal.aborted || this.#isGivenUp || this.#trouble !== undefined) return undefined;
    const number = this.#next;
    this.#next += shard.count;
    return number;
  }

  async #play(number: number): Promise<void> {
    const { trials, onTrial, signal } = this.#options;
    const trial = trials.at(number);
    if (trial === undefined) return;
    const looked = await look(trial, this.#options);
    if (looked === undefined || signal.aborted) return;
    const { seen, shown } = looked;
    this.#hashes[number] = hashOf(caseOfTrial(trial));
    this.#statistics.count(trial, shown);
    if (seen === undefined) this.#options.onSound?.(number, trial, shown);
    if (seen !== undefined) await this.#keep(number, trial, seen);
    onTrial?.(this.#statistics.result, this.#findings.length);
  }

  async #keep(number: number, trial: Trial, first: Seen): Promise<void> {
    const foundMs = Math.round(performance.now() - this.#started);
    const least = await smallestSession(trial, first, this.#options);
    const title = titleOf(first.checkId, caseOfTrial(least));
    if (this.#titles.has(title)) {
      this.#repeats += 1;
      return;
    }
    this.#titles.add(title);
    const confirmed = await confirm(first, [least, trial], this.#options);
    this.#findings.push({ ...confirmed, trial: number, foundMs });
  }

  /** A bridge that did not start once, after it had been tested, takes nothing away from what was seen before. */
  #blockedBy({ sessions }: CampaignStatistics): string | undefined {
    const trouble = this.#trouble;
    if (trouble === undefined) return undefined;
    if (trouble instanceof Fault && trouble.code === "untestable" && sessions > 0) return trouble.message;
    throw trouble;
  }
}

/** A digest of all that a session says and does; long payloads as bytes, which costs less than their JSON text. */
function hashOf({ steps, ...rest }: BridgeCase): string {
  const hash = createHash("sha256").update(JSON.stringify(rest));
  for (const step of steps) {
    const payload = "payload" in step ? bytesOf(step.payload) : undefined;
    hash.update(JSON.stringify({ ...step, payload: payload?.length }));
    if (payload !== undefined) hash.update(payload);
  }
  return hash.digest("hex");
}
