import type { AgentScenario } from "../../../src/engine/scenario.js";
import { ask } from "../steps/ask.js";
import { framesOf, told } from "../steps/reply.js";
import { inSession } from "../steps/setup.js";

const COMPLETION = "acp.v1.prompt.response-on-completion";

/**
 * A turn with a tool call, and where a script knows how, one with much text (docs/protocol/v1/prompt-turn.mdx, "The
 * Prompt Turn Lifecycle"): passive checks judge what they show, and each has its response.
 */
export const outputs: AgentScenario = inSession(
  "prompt-turn/outputs",
  [COMPLETION],
  async (stage, session) => {
    const steps = stage.prompts.isScripted("longOutput")
      ? (["toolCall", "longOutput"] as const)
      : (["toolCall"] as const);
    for (const step of steps) {
      const asked = await ask(stage, session, step);
      if (asked === undefined) continue;
      const { reply, neededCancel } = asked.end;
      // Whatever failed behind the agent may come as an error: that too is a response.
      if (neededCancel || reply.kind === "error") stage.notTested(COMPLETION, `the turn gave ${told(reply)}`);
      else {
        stage.expect(COMPLETION, reply.kind === "result", () => ({
          expected: "a response to session/prompt with a stop reason",
          actual: told(reply),
          frames: framesOf(reply),
        }));
      }
    }
  },
);
