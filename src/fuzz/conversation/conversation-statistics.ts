import type { AnyCommand, Conversation, Shown } from "./game.js";

/** How conversations went that were played twice with nothing changed. */
export interface Repetition {
  readonly played: number;
  readonly different: number;
  /** What was other in the first of those, in words. */
  readonly example: string | undefined;
}

/** What a campaign went through, so that "no findings" means something. */
export interface ConversationStatistics {
  readonly conversations: number;
  readonly commands: number;
  readonly frames: number;
  /** How often each thing was met: commands, edges of the model, classes of responses. */
  readonly covered: Readonly<Record<string, number>>;
  readonly again: Repetition;
}

/** Counts what the conversations of a campaign went over. */
export class CampaignStatistics {
  readonly #covered = new Map<string, number>();
  readonly #counts = { conversations: 0, commands: 0, frames: 0 };
  readonly #differences: { readonly number: number; readonly text: string }[] = [];
  #playedAgain = 0;

  count({ commands }: Conversation<AnyCommand>, { frames, ground }: Shown): void {
    this.#counts.conversations += 1;
    this.#counts.commands += commands.length;
    this.#counts.frames += frames;
    for (const name of ground) this.#covered.set(name, (this.#covered.get(name) ?? 0) + 1);
  }

  /** Takes a second performance of a conversation. */
  compare(number: number, first: Shown, second: Shown): void {
    this.#playedAgain += 1;
    const text = differenceOf(first, second);
    if (text !== undefined) this.#differences.push({ number, text });
  }

  get all(): ConversationStatistics {
    const covered = Object.fromEntries([...this.#covered].sort(([left], [right]) => (left < right ? -1 : 1)));
    const [first] = this.#differences.toSorted((left, right) => left.number - right.number);
    return {
      ...this.#counts,
      covered,
      again: {
        played: this.#playedAgain,
        different: this.#differences.length,
        example: first && `conversation ${first.number}: ${first.text}`,
      },
    };
  }
}

/** In what the second performance was another one; undefined where both had the same kinds of frames and of findings. */
export function differenceOf(first: Shown, second: Shown): string | undefined {
  const [left, right] = [marksOf(first), marksOf(second)];
  const gone = [...left].filter((mark) => !right.has(mark));
  const come = [...right].filter((mark) => !left.has(mark));
  if (gone.length + come.length === 0) return undefined;
  const parts = [
    ...(gone.length === 0 ? [] : [`only the first time ${gone.sort().join(", ")}`]),
    ...(come.length === 0 ? [] : [`only the second time ${come.sort().join(", ")}`]),
  ];
  return parts.join("; ");
}

function marksOf({ kinds, sightings }: Shown): Set<string> {
  return new Set([...kinds, ...sightings.map(({ checkId }) => `a finding of ${checkId}`)]);
}
