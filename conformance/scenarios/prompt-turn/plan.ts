import type { AgentScenario } from "../../../src/engine/scenario.js";
import { ask, updatesOf } from "../steps/ask.js";
import { framesOf, items, member, told } from "../steps/reply.js";
import { inSession } from "../steps/setup.js";
import type { Update } from "../steps/turn.js";

const REPORTED = "acp.v1.plan.reported";
const PROGRESS = "acp.v1.plan.progress-reported";

/**
 * A plan is reported, and so is how it gets on (docs/protocol/v1/agent-plan.mdx, "Creating Plans", "Updating Plans").
 * Whether a model makes a plan nobody can see from outside: what is missing counts only where a script promises one.
 */
export const plans: AgentScenario = inSession(
  "prompt-turn/plan",
  [REPORTED, PROGRESS],
  async (stage, session) => {
    const asked = await ask(stage, session, "plan");
    if (asked === undefined) return;
    const updates = updatesOf(asked).filter(({ kind }) => kind === "plan");
    const isPromised = stage.prompts.isScripted("plan") && asked.end.reply.kind === "result";
    if (updates.length === 0 && !isPromised) {
      for (const id of [REPORTED, PROGRESS]) {
        stage.notTested(id, `no plan shows; the turn gave ${told(asked.end.reply)}`);
      }
      return;
    }
    stage.expect(REPORTED, updates.length > 0, () => ({
      expected: "the plan in a session/update",
      actual: "no plan",
      frames: framesOf(asked.end.reply),
    }));
    if (updates.length === 0) return;
    const progress = new Set(updates.map(doneIn)).size;
    if (progress > 1) stage.holds(PROGRESS);
    else if (!isPromised) stage.notTested(PROGRESS, "the plan shows no progress, and may have made none");
    else {
      stage.violated(PROGRESS, {
        expected: "further updates of the plan as its entries are carried out",
        actual: `${updates.length} updates that all say the same of its entries`,
        frames: [asked.turn.request, updates.at(-1)?.frame, ...framesOf(asked.end.reply).slice(1)],
      });
    }
  },
);

function doneIn({ update }: Update): string {
  return JSON.stringify(
    items(update["entries"]).map((entry) => [member(entry, "content"), member(entry, "status")]),
  );
}
