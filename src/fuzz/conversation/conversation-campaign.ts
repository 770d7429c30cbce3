import { createHash } from "node:crypto";
import { unlessAborted } from "../../engine/unless-aborted.js";
import { Fault } from "../../fault.js";
import { type ConversationFinding, explains, titleOf } from "./conversation-finding.js";
import { CampaignStatistics, type ConversationStatistics } from "./conversation-statistics.js";
import type { AnyCommand, Conversation, Shown } from "./game.js";
import { Patience } from "./patience.js";
import { type LookOptions, lookAgain, pursue } from "./pursue.js";
import { isAboutTime, type Sighting } from "./sighting.js";

export interface ConversationCampaignOptions<Command extends AnyCommand> extends LookOptions<Command> {
  /** Conversations by number, from 0; `count` is infinite where they have no end. */
  readonly trials: { readonly count: number; at(number: number): Conversation<Command> | undefined };
  /** Conversations whose number leaves `index` when divided by `count` are played. */
  readonly shard: { readonly index: number; readonly count: number };
  /** Conversations with this number or a higher one are not played. */
  readonly runs: number;
  /** No conversation but the first begins later than this, in milliseconds from the start. */
  readonly forMs: number;
  readonly workers: number;
  /** What is known already: to find it again is no news. */
  readonly known?: readonly ConversationFinding<Command>[];
  readonly onTrial?: (
    statistics: ConversationStatistics,
    findings: readonly ConversationFinding<Command>[],
  ) => void;
}

export interface ConversationCampaignResult<Command> {
  readonly findings: readonly ConversationFinding<Command>[];
  readonly statistics: ConversationStatistics;
  /** SHA-256 over the conversations in the order of their numbers: the same for the same seed, whatever the workers did. */
  readonly scenarioHash: string;
  /** It ended early because the subject kept on failing. */
  readonly isGivenUp: boolean;
  /** Why it ended early otherwise: the subject did not start any more. */
  readonly blockedBy: string | undefined;
}

/** A subject that fails this often has shown enough; what else it gets wrong is better looked for when these are mended. */
const MOST_FINDINGS = 12;
/** A subject may end for many reasons; more ways to any other finding say little. */
const MOST_ENDS = 3;
/** What showed once only is no finding, so that others of its kind are followed all the same, as long as that leads somewhere. */
const MOST_FLAKY = 2;
/** One in so many conversations against which nothing speaks is played once more, to see whether it goes the same way. */
const AGAIN_EVERY = 10;

/** Plays conversations with a subject until their number or the time is used up, and shrinks what speaks against it. */
export async function runConversationCampaign<Command extends AnyCommand>(
  options: ConversationCampaignOptions<Command>,
): Promise<ConversationCampaignResult<Command>> {
  return await new ConversationCampaign(options).run();
}

class ConversationCampaign<Command extends AnyCommand> {
  readonly #options: ConversationCampaignOptions<Command>;
  readonly #findings: ConversationFinding<Command>[] = [];
  readonly #titles: Set<string>;
  readonly #pursued = new Map<string, number>();
  readonly #flaky = new Map<string, number>();
  readonly #hashes: string[] = [];
  readonly #statistics = new CampaignStatistics();
  readonly #started = performance.now();
  readonly #patience: Patience;
  #next: number;
  #trouble: unknown;

  constructor(options: ConversationCampaignOptions<Command>) {
    this.#options = options;
    this.#titles = new Set(options.known?.map(({ checkId, played }) => `false ${titleOf(checkId, played)}`));
    this.#next = options.shard.index;
    this.#patience = new Patience(options.waitMs);
  }

  async run(): Promise<ConversationCampaignResult<Command>> {
    await Promise.all(Array.from({ length: this.#options.workers }, async () => await this.#work()));
    return {
      findings: this.#findings.sort((left, right) => (left.trial ?? 0) - (right.trial ?? 0)),
      statistics: this.#statistics.all,
      scenarioHash: createHash("sha256").update(this.#hashes.join("\n")).digest("hex"),
      isGivenUp: this.#findings.length >= MOST_FINDINGS,
      blockedBy: this.#blockedBy(),
    };
  }

  /** What one worker does; when one meets trouble, the others end after their conversations. */
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

  #take(): number | undefined {
    const { shard, runs, forMs, trials, signal } = this.#options;
    const isLate = this.#next !== shard.index && performance.now() - this.#started >= forMs;
    const isOver = isLate || this.#next >= Math.min(runs, trials.count);
    const isEnough = this.#findings.length >= MOST_FINDINGS || this.#trouble !== undefined;
    if (isOver || signal.aborted || isEnough) return undefined;
    const number = this.#next;
    this.#next += shard.count;
    return number;
  }

  async #play(number: number): Promise<void> {
    const { trials, game, onTrial, signal } = this.#options;
    const trial = trials.at(number);
    if (trial === undefined) return;
    const shown = await game.play(trial, this.#patience.waits);
    if (signal.aborted) return;
    this.#patience.learn(shown.slowestMs);
    this.#hashes[number] = createHash("sha256").update(JSON.stringify(trial)).digest("hex");
    this.#statistics.count(trial, shown);
    for (const sighting of shown.sightings)
      await this.#keep(number, { sighting, played: trial, slowestMs: shown.slowestMs });
    if (number % AGAIN_EVERY === 0) await this.#playAgain(number, trial, shown);
    onTrial?.(this.#statistics.all, this.#findings);
  }

  /** The same conversation with a fresh process: where it went another way, that is written down. */
  async #playAgain(number: number, trial: Conversation<Command>, first: Shown): Promise<void> {
    const { game, signal } = this.#options;
    // What is seen is played again anyway, and is FLAKY when it does not show.
    if (first.sightings.length > 0 || signal.aborted) return;
    const second = await unlessAborted(signal, async () => await game.play(trial, this.#patience.waits));
    if (second !== undefined && !signal.aborted) this.#statistics.compare(number, first, second);
  }

  /** Follows a sighting, unless it is most likely one that is known already. */
  async #keep(
    number: number,
    seen: { readonly sighting: Sighting; readonly played: Conversation<Command>; readonly slowestMs: number },
  ): Promise<void> {
    const { checkId, family } = seen.sighting;
    const known = [...this.#findings, ...(this.#options.known ?? [])].filter(({ isFlaky }) => !isFlaky);
    if (known.some((one) => one.checkId === checkId && explains(one.played, seen.played))) return;
    const kind = `${checkId} ${family}`;
    const times = this.#pursued.get(kind) ?? 0;
    const most = (family === "end" ? MOST_ENDS : 1) + Math.min(MOST_FLAKY, this.#flaky.get(kind) ?? 0);
    if (times >= most || !(await this.#holds(seen.sighting, seen.played))) return;
    this.#pursued.set(kind, times + 1);
    const foundMs = Math.round(performance.now() - this.#started);
    const finding = await pursue(seen, this.#options);
    if (finding.isFlaky) this.#flaky.set(kind, (this.#flaky.get(kind) ?? 0) + 1);
    const title = `${finding.isFlaky} ${titleOf(finding.checkId, finding.played)}`;
    if (this.#titles.has(title)) return;
    this.#titles.add(title);
    this.#findings.push({ ...finding, trial: number, foundMs });
  }

  /** What was seen in a hurry is looked at again with all patience. */
  async #holds(sighting: Sighting, played: Conversation<Command>): Promise<boolean> {
    if (!isAboutTime(sighting)) return true;
    const isHurried = this.#patience.isShortFor(sighting);
    this.#patience.hurry(sighting);
    return !isHurried || (await lookAgain(played, sighting, this.#options)) !== undefined;
  }

  /** A subject that did not start once, after it had been tested, takes nothing away from what was seen before. */
  #blockedBy(): string | undefined {
    const trouble = this.#trouble;
    if (trouble === undefined) return undefined;
    const isLate = this.#statistics.all.conversations > 0;
    if (trouble instanceof Fault && trouble.code === "untestable" && isLate) return trouble.message;
    throw trouble;
  }
}
