import { createHash } from "node:crypto";
import { unlessAborted } from "../../engine/unless-aborted.js";
import { Fault } from "../../fault.js";
import type { AgentTrial } from "../model/command.js";
import { type AgentFinding, agentTitle, explains } from "./agent-finding.js";
import { groundOf } from "./ground.js";
import { sightingsIn } from "./oracles/oracles.js";
import { isAboutTime, type Sighting } from "./oracles/sighting.js";
import { Patience } from "./patience.js";
import { playTrial } from "./play/play.js";
import type { Played } from "./play/played.js";
import { type LookOptions, lookAgain, pursue } from "./pursue.js";

export interface AgentCampaignOptions extends LookOptions {
  /** Conversations by number, from 0; `count` is infinite where they have no end. */
  readonly trials: { readonly count: number; at(number: number): AgentTrial | undefined };
  /** Conversations whose number leaves `index` when divided by `count` are played. */
  readonly shard: { readonly index: number; readonly count: number };
  /** Conversations with this number or a higher one are not played. */
  readonly runs: number;
  /** No conversation but the first begins later than this, in milliseconds from the start. */
  readonly forMs: number;
  readonly workers: number;
  /** What is known already: to find it again is no news. */
  readonly known?: readonly AgentFinding[];
  readonly onTrial?: (statistics: AgentStatistics, findings: number) => void;
}

/** What a campaign went through, so that "no findings" means something. */
export interface AgentStatistics {
  readonly conversations: number;
  readonly commands: number;
  readonly frames: number;
  /** How often each thing was met: commands, edges of the model, classes of responses. */
  readonly covered: Readonly<Record<string, number>>;
}

export interface AgentCampaignResult {
  readonly findings: readonly AgentFinding[];
  readonly statistics: AgentStatistics;
  /** SHA-256 over the conversations in the order of their numbers: the same for the same seed, whatever the workers did. */
  readonly scenarioHash: string;
  /** It ended early because the agent kept on failing. */
  readonly isGivenUp: boolean;
  /** Why it ended early otherwise: the agent did not start any more. */
  readonly blockedBy: string | undefined;
}

/** An agent that fails this often has shown enough; what else it gets wrong is better looked for when these are mended. */
const MOST_FINDINGS = 12;
/** An agent may end for many reasons; more ways to any other finding say little. */
const MOST_ENDS = 3;

/** Plays conversations with an agent until their number or the time is used up, and shrinks what speaks against it. */
export async function runAgentCampaign(options: AgentCampaignOptions): Promise<AgentCampaignResult> {
  return await new AgentCampaign(options).run();
}

class AgentCampaign {
  readonly #options: AgentCampaignOptions;
  readonly #findings: AgentFinding[] = [];
  readonly #titles: Set<string>;
  readonly #pursued = new Map<string, number>();
  readonly #hashes: string[] = [];
  readonly #covered = new Map<string, number>();
  readonly #counts = { conversations: 0, commands: 0, frames: 0 };
  readonly #started = performance.now();
  readonly #patience: Patience;
  #next: number;
  #trouble: unknown;

  constructor(options: AgentCampaignOptions) {
    this.#options = options;
    this.#titles = new Set(options.known?.map(({ checkId, played }) => agentTitle(checkId, played)));
    this.#next = options.shard.index;
    this.#patience = new Patience(options.waitMs);
  }

  async run(): Promise<AgentCampaignResult> {
    await Promise.all(Array.from({ length: this.#options.workers }, async () => await this.#work()));
    return {
      findings: this.#findings.sort((left, right) => (left.trial ?? 0) - (right.trial ?? 0)),
      statistics: this.#statistics,
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
    const { trials, judges, onTrial, signal } = this.#options;
    const trial = trials.at(number);
    if (trial === undefined) return;
    const played = await playTrial(trial, { ...this.#options, ...this.#patience.waits });
    if (signal.aborted) return;
    this.#patience.learn(played);
    this.#hashes[number] = createHash("sha256").update(JSON.stringify(trial)).digest("hex");
    this.#count(played);
    for (const sighting of sightingsIn(played, judges)) await this.#keep(number, played, sighting);
    onTrial?.(this.#statistics, this.#findings.length);
  }

  /** Follows a sighting, unless it is most likely one that is known already. */
  async #keep(number: number, played: Played, sighting: Sighting): Promise<void> {
    const { checkId, family } = sighting;
    const known = [...this.#findings, ...(this.#options.known ?? [])];
    if (known.some((one) => one.checkId === checkId && explains(one.played, played.trial))) return;
    const kind = `${checkId} ${family}`;
    const times = this.#pursued.get(kind) ?? 0;
    const most = family === "end" ? MOST_ENDS : 1;
    if (times >= most || !(await this.#holds(sighting, played))) return;
    this.#pursued.set(kind, times + 1);
    const foundMs = Math.round(performance.now() - this.#started);
    const finding = await pursue(sighting, played, this.#options);
    const title = agentTitle(finding.checkId, finding.played);
    if (this.#titles.has(title)) return;
    this.#titles.add(title);
    this.#findings.push({ ...finding, trial: number, foundMs });
  }

  /** What was seen in a hurry is looked at again with all patience. */
  async #holds(sighting: Sighting, { trial }: Played): Promise<boolean> {
    if (!isAboutTime(sighting)) return true;
    const isHurried = this.#patience.isShortFor(sighting);
    this.#patience.hurry(sighting);
    return !isHurried || (await lookAgain(trial, sighting, this.#options)) !== undefined;
  }

  #count(played: Played): void {
    this.#counts.conversations += 1;
    this.#counts.commands += played.trial.commands.length;
    this.#counts.frames += played.transcript.frames.length;
    for (const name of groundOf(played)) this.#covered.set(name, (this.#covered.get(name) ?? 0) + 1);
  }

  get #statistics(): AgentStatistics {
    const covered = Object.fromEntries([...this.#covered].sort(([left], [right]) => (left < right ? -1 : 1)));
    return { ...this.#counts, covered };
  }

  /** An agent that did not start once, after it had been tested, takes nothing away from what was seen before. */
  #blockedBy(): string | undefined {
    const trouble = this.#trouble;
    if (trouble === undefined) return undefined;
    if (trouble instanceof Fault && trouble.code === "untestable" && this.#counts.conversations > 0)
      return trouble.message;
    throw trouble;
  }
}
