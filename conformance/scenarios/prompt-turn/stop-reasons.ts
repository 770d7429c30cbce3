import type { AgentScenario } from "../../../src/engine/scenario.js";
import type { Step } from "../../../src/engine/script/step.js";
import { ask } from "../steps/ask.js";
import { framesOf, told } from "../steps/reply.js";
import { cannotJudge, initialize, newSession } from "../steps/setup.js";
import { stopReason } from "../steps/turn.js";

/** The step that brings a turn to its limit, the requirement, and the stop reason that belongs to it. */
const REASONS: readonly (readonly [step: Step, id: string, reason: string])[] = [
  ["refuse", "acp.v1.stop.refusal", "refusal"],
  ["maxTokens", "acp.v1.stop.max-tokens", "max_tokens"],
  ["maxTurnRequests", "acp.v1.stop.max-turn-requests", "max_turn_requests"],
];

/**
 * A turn that ends for a reason of its own says so (docs/protocol/v1/prompt-turn.mdx, "Stop Reasons"). No text brings
 * just any agent there: it takes a script that promises it.
 */
export const stopReasons: AgentScenario = {
  name: "prompt-turn/stop-reasons",
  judges: REASONS.map(([, id]) => id),
  async run(stage) {
    const ids = REASONS.map(([, id]) => id);
    if (!REASONS.some(([step]) => stage.prompts.isScripted(step))) {
      cannotJudge(stage, ids, "it takes a script that brings the agent there");
      return;
    }
    const ready = await initialize(stage);
    const session = "reason" in ready ? ready : await newSession(stage, ready);
    if ("reason" in session) {
      cannotJudge(stage, ids, session.reason);
      return;
    }
    for (const [step, id, reason] of REASONS) {
      const asked = await ask(stage, session, step);
      if (asked === undefined) stage.notTested(id, `the script has no prompt for ${step}`);
      else if (asked.end.reply.kind === "silence" || asked.end.neededCancel)
        stage.notTested(id, `the turn gave ${told(asked.end.reply)}`);
      else {
        const { reply } = asked.end;
        stage.expect(id, stopReason(reply) === reason, () => ({
          expected: `a result with stopReason "${reason}"`,
          actual: told(reply),
          frames: framesOf(reply),
        }));
      }
    }
  },
};
