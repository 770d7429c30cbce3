import type { ClientProcess } from "../../../src/driver/client/client-process.js";
import type { ClientScenario } from "../../../src/engine/client-scenario.js";
import { told } from "../../scenarios/steps/reply.js";
import { ended, initializeResult, plainAgent } from "../steps/agent.js";
import { firstTurn, NO_PROMPT, notTested } from "../steps/turn.js";

const STDERR = "acp.v1.transport.stderr-client-choice";
const DRAINED = "acp.v1.transport.stderr-not-drained";
const LARGE = "acp.v1.transport.large-message";
const JUDGES = [STDERR, DRAINED, LARGE];

/** More than a pipe holds. */
const STDERR_BYTES = 300 * 1024;
const MEBIBYTE = 1024 * 1024;

/** An agent that logs much, and one that says much at once: the documents set no limit and demand no reader. */
export const noise: ClientScenario = {
  name: "life/noise",
  judges: JUDGES,
  async run(stage) {
    if (!stage.facts.prompts) return notTested(stage, JUDGES, NO_PROMPT);
    let prompts = 0;
    const client: ClientProcess = await stage.start((start) =>
      plainAgent({
        initialize: () => {
          client.connections[start]?.writeStderr(`${"noise ".repeat(STDERR_BYTES / 6)}\n`);
          return initializeResult();
        },
        "session/prompt": () => (prompts++ === 0 ? "held" : ended()),
      }),
    );
    const turn = await firstTurn(client);
    stage.recorded(
      DRAINED,
      turn === undefined
        ? "300 KiB on stderr stall the client"
        : "300 KiB on stderr before initialize is answered do no harm",
    );
    if (turn === undefined) return;
    turn.connection.writeStderr("a line in the middle of a turn\n");
    stage.recorded(STDERR, `after a line on stderr: ${told(await turn.connection.barrier())}`);
    const sizes = [1, 8];
    const notes: string[] = [];
    for (const size of sizes) {
      turn.say("é".repeat((size * MEBIBYTE) / 2));
      notes.push(`${size} MiB: ${told(await turn.connection.barrier())}`);
    }
    stage.recorded(LARGE, `after a message of ${notes.join("; ")}`);
    turn.end();
    await client.rest();
  },
};
