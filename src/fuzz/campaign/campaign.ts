import { createHash } from "node:crypto";
import { playSandwich } from "../../driver/sandwich/sandwich.js";
import { unlessAborted } from "../../engine/unless-aborted.js";
import { judgeCase, neverStarted } from "../bridge-run.js";
import type { Profile } from "../profile.js";
import { shrinkTrial } from "../shrink/shrink-trial.js";
import { expectedOf } from "./expected.js";
import { type Finding, type Seen, seenIn, titleOf } from "./finding.js";
import { type CampaignStatistics, Statistics } from "./statistics.js";
import { caseOfTrial, type Trial } from "./trial.js";
import type { Trials } from "./trials.js";

export interface CampaignOptions {
  /** The bridge's command, with or without `{agent}`. */
  readonly bridge: readonly string[];
  readonly profile: Profile;
  readonly trials: Trials;
  /** Trials whose number leaves `index` when divided by `count` are played. */
  readonly shard: { readonly index: number; readonly count: number };
  /** Trials with this number or a higher one are not played. */
  readonly runs: number;
  /** No trial begins later than this, in milliseconds from the start. */
  readonly forMs: number;
  readonly workers: number;
  readonly waitMs: number;
  readonly startMs: number;
  /** How long one finding may be shrunk, in milliseconds. */
  readonly shrinkMs: number;
  readonly signal: AbortSignal;
  readonly onTrial?: (statistics: CampaignStatistics, findings: number) => void;
}

export interface CampaignResult {
  readonly findings: readonly Finding[];
  readonly statistics: CampaignStatistics;
  /** SHA-256 over the sessions in the order of their numbers: the same for the same seed, whatever the workers did. */
  readonly scenarioHash: string;
  /** It ended early because the bridge kept on failing. */
  readonly isGivenUp: boolean;
}

/** A bridge that fails this often has shown enough; what else it breaks is better looked for when these are mended. */
const MOST_FINDINGS = 5;
/** While it is shrunk, a session that lost something is not waited for long; what is left is judged with all patience. */
const SHRINK_WAIT_MS = 250;
const MOST_REPEATS = 5;

/** Plays trials through the bridge until their number or the time is used up, and shrinks what differs. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  return await new Campaign(options).run();
}

class Campaign {
  readonly #options: CampaignOptions;
  readonly #findings = new Map<string, Finding>();
  readonly #statistics = new Statistics();
  readonly #hashes: string[] = [];
  readonly #started = performance.now();
  #next: number;
  #repeats = 0;

  constructor(options: CampaignOptions) {
    this.#options = options;
    this.#next = options.shard.index;
  }

  async run(): Promise<CampaignResult> {
    const { workers, signal } = this.#options;
    const work = async (): Promise<void> => {
      for (let number = this.#take(); number !== undefined; number = this.#take()) {
        const current = number;
        await unlessAborted(signal, async () => await this.#play(current));
        if (signal.aborted) return;
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    return {
      findings: [...this.#findings.values()].sort((left, right) => left.trial - right.trial),
      statistics: this.#statistics.result,
      scenarioHash: createHash("sha256").update(this.#hashes.join("\n")).digest("hex"),
      isGivenUp: this.#isGivenUp,
    };
  }

  get #isGivenUp(): boolean {
    return this.#findings.size >= MOST_FINDINGS || this.#repeats >= MOST_REPEATS;
  }

  #take(): number | undefined {
    const { shard, runs, forMs, trials, signal } = this.#options;
    const isOver = this.#next >= Math.min(runs, trials.count) || performance.now() - this.#started >= forMs;
    if (isOver || signal.aborted || this.#isGivenUp) return undefined;
    const number = this.#next;
    this.#next += shard.count;
    return number;
  }

  async #play(number: number): Promise<void> {
    const { trials, onTrial } = this.#options;
    const trial = trials.at(number);
    if (trial === undefined) return;
    const seen = await this.#look(trial);
    this.#hashes[number] = createHash("sha256")
      .update(JSON.stringify(caseOfTrial(trial)))
      .digest("hex");
    this.#statistics.count(trial);
    if (seen !== undefined) await this.#keep(number, trial, seen);
    onTrial?.(this.#statistics.result, this.#findings.size);
  }

  /** One run through the bridge, held against what a direct one shows. */
  async #look(trial: Trial, waitMs: number = this.#options.waitMs): Promise<Seen | undefined> {
    const { bridge, startMs, profile } = this.#options;
    const played = caseOfTrial(trial);
    const through = await playSandwich(played, { bridge, waitMs, startMs });
    if (!through.isAgentStarted) throw neverStarted(through, startMs);
    return seenIn(trial, played, { direct: expectedOf(played.steps), through }, profile);
  }

  async #keep(number: number, trial: Trial, first: Seen): Promise<void> {
    const { shrinkMs, signal } = this.#options;
    const foundMs = Math.round(performance.now() - this.#started);
    const deadline = performance.now() + shrinkMs;
    const least = await shrinkTrial(trial, async (smaller) => {
      if (signal.aborted || performance.now() > deadline || !isPlayable(smaller)) return false;
      return (await this.#look(smaller, SHRINK_WAIT_MS))?.aspect === first.aspect;
    });
    const played = { ...caseOfTrial(least), aspects: [first.aspect] };
    const title = titleOf(first.checkId, played);
    if (this.#findings.has(title)) {
      this.#repeats += 1;
      return;
    }
    // Direct and through, on fresh processes, twice: only then does it count.
    const judged = await judgeCase(played, this.#options);
    this.#findings.set(title, {
      checkId: first.checkId,
      difference: judged.difference ?? first.difference,
      isFlaky: judged.difference === undefined || judged.isFlaky,
      trial: number,
      foundMs,
      played,
      frames: least.acts.flatMap(({ steps }) => steps).filter((step) => step.do === "write").length,
    });
  }
}

/** A client that stops reading and never reads again would not even see all that a direct run brings. */
function isPlayable({ acts }: Trial): boolean {
  let isReading = true;
  for (const { do: name } of acts.flatMap(({ steps }) => steps)) {
    if (name === "client-stops-reading") isReading = false;
    if (name === "client-reads-again") isReading = true;
  }
  return isReading;
}
