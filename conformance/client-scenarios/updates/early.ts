import type { ClientScenario } from "../../../src/engine/client-scenario.js";
import { told } from "../../scenarios/steps/reply.js";
import { ended, newSession, plainAgent, SESSION_ID } from "../steps/agent.js";
import { firstTurn, NO_PROMPT, notTested } from "../steps/turn.js";

const EARLY = "acp.v1.session.new-early-updates";
const OUT_OF_TURN = "acp.v1.prompt.out-of-turn-updates";

/**
 * Updates outside of a turn: before and right behind the answer to session/new, and between setup and prompt. No
 * sentence orders them (docs/protocol/v1/slash-commands.mdx shows the second), so what the client does is written down.
 */
export const early: ClientScenario = {
  name: "updates/early",
  judges: [EARLY, OUT_OF_TURN],
  async run(stage) {
    if (!stage.facts.prompts) return notTested(stage, [EARLY, OUT_OF_TURN], NO_PROMPT);
    let prompts = 0;
    const commands = {
      sessionId: SESSION_ID,
      update: { sessionUpdate: "available_commands_update", availableCommands: [] },
    };
    const client = await stage.start((start) =>
      plainAgent({
        "session/new": () => {
          client.connections[start]?.notify("session/update", commands);
          setImmediate(() => client.connections[start]?.notify("session/update", commands));
          return newSession();
        },
        "session/prompt": () => (prompts++ === 0 ? "held" : ended()),
      }),
    );
    const turn = await firstTurn(client);
    stage.recorded(
      EARLY,
      turn === undefined
        ? "after updates around the answer to session/new, the client begins no turn"
        : "after updates around the answer to session/new, the client goes on to its first turn",
    );
    if (turn === undefined) return;
    turn.end();
    turn.say("said between two turns");
    stage.recorded(
      OUT_OF_TURN,
      `after an update outside of a turn: ${told(await turn.connection.barrier())}`,
    );
    await client.rest();
  },
};
