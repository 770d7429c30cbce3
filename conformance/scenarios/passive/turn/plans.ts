import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { wordOf } from "../../../../src/wire/message.js";
import { callOf } from "../../steps/messages.js";
import { noteEach, onEach } from "../../steps/passive.js";
import { items, member, shortly } from "../../steps/reply.js";
import { updateOf } from "../../steps/turn.js";

/** Plans over several updates (docs/protocol/v1/agent-plan.mdx, "Updating Plans"). */
export const planChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.plan.complete-list", planSteps, ({ before, lacking, now, missing }) =>
    missing === undefined
      ? undefined
      : {
          expected: "the complete list of entries in each update of a plan",
          actual: `${shortly(missing)} is left out, and is there again later`,
          frames: [before.frame, lacking.frame, now.frame],
        },
  ),
  noteEach(
    "acp.v1.plan.dynamic",
    planSteps,
    ({ lacking, now }) =>
      contents(lacking).join() === contents(now).join()
        ? undefined
        : "the entries of a plan change between updates",
    "the entries of a plan stay the same",
  ),
];

interface Plan {
  readonly frame: Frame;
  readonly entries: ReadonlyMap<string, string>;
}

/** Two plans of one turn, one right behind the other, with the plan before them. */
interface PlanStep {
  readonly before: Plan;
  readonly lacking: Plan;
  readonly now: Plan;
  /** An unfinished entry that the middle one lacks, though nothing else took its place. */
  readonly missing: string | undefined;
}

/**
 * Entries may come and go, so one that is missing says nothing. One that was unfinished, is missing where nothing new
 * stands, and is back in the same turn, was never gone: that update was a part of the plan.
 */
function planSteps(transcript: Transcript): PlanStep[] {
  return plansOfTurns(transcript).flatMap((plans) =>
    plans.slice(1).map((now, place) => {
      const lacking = plans[place] ?? now;
      const earlier = plans.slice(0, place);
      const before = earlier.findLast(({ entries }) => hasMore(entries, lacking.entries)) ?? lacking;
      const missing = [...now.entries.keys()].find(
        (content) =>
          !lacking.entries.has(content) &&
          before.entries.has(content) &&
          before.entries.get(content) !== "completed",
      );
      return { before, lacking, now, missing };
    }),
  );
}

/** Has the one plan all entries of the other, and more? */
function hasMore(whole: Plan["entries"], part: Plan["entries"]): boolean {
  return part.size < whole.size && [...part.keys()].every((content) => whole.has(content));
}

function plansOfTurns(transcript: Transcript): Plan[][] {
  const turns: Plan[][] = [];
  const open = new Map<string, Plan[]>();
  for (const frame of transcript.frames) {
    const [call] = callOf(frame);
    const sessionId = JSON.stringify(member(call?.params, "sessionId") ?? null);
    if (call?.method === "session/prompt") open.delete(sessionId);
    const update = updateOf(frame);
    if (update?.kind !== "plan") continue;
    const plans = open.get(sessionId) ?? [];
    if (plans.length === 0) {
      open.set(sessionId, plans);
      turns.push(plans);
    }
    plans.push({ frame, entries: entriesOf(update.update["entries"]) });
  }
  return turns;
}

function entriesOf(entries: Parameters<typeof items>[0]): Map<string, string> {
  return new Map(
    items(entries).map((entry) => [wordOf(member(entry, "content")), wordOf(member(entry, "status"))]),
  );
}

function contents({ entries }: Plan): string[] {
  return [...entries.keys()];
}
