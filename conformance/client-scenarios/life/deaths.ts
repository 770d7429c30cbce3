import type { ClientProcess } from "../../../src/driver/client/client-process.js";
import type { Policy } from "../../../src/driver/client-policy.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import { ended, plainAgent } from "../steps/agent.js";

const DEATH = "acp.v1.transport.agent-death";

/** What an agent still says before it dies: nothing, half a line, or the whole answer. */
type LastWords = "nothing" | "half a line" | "the answer";

/** The method at whose request the agent dies, and what it says first. */
const POINTS: readonly (readonly [point: string, method: string, words: LastWords])[] = [
  ["instead of answering initialize", "initialize", "nothing"],
  ["instead of answering session/new", "session/new", "nothing"],
  ["half-way through the answer to session/new", "session/new", "half a line"],
  ["instead of answering the prompt", "session/prompt", "nothing"],
  ["in the middle of a turn", "session/prompt", "half a line"],
  ["right behind the end of a turn", "session/prompt", "the answer"],
];

/** An agent that dies at each point of its life. No sentence says what its client does then: that is written down. */
export const deaths: ClientScenario = {
  name: "life/deaths",
  judges: [DEATH],
  async run(stage) {
    const notes: string[] = [];
    for (const [point, method, words] of POINTS) {
      const client = await dieAt(stage, method, words);
      await client.rest();
      notes.push(`${point}: ${stateOf(client)}`);
      await client.close();
    }
    stage.recorded(DEATH, `what the client does when its agent dies ${notes.join("; ")}`);
  },
};

async function dieAt(stage: ClientStage, method: string, words: LastWords): Promise<ClientProcess> {
  const client: ClientProcess = await stage.start((start): Policy => {
    return plainAgent({
      [method]: () => {
        const connection = client.connections[start];
        if (words === "the answer") {
          // The answer is written as soon as it is given: the end comes behind it.
          setImmediate(() => connection?.exit(1));
          return ended();
        }
        if (words === "half a line") connection?.writeRaw('{"jsonrpc":"2.0","method":"session/upd');
        connection?.exit(1);
        return "held";
      },
    });
  });
  await client.look(() => client.connections[0]);
  return client;
}

function stateOf({ subject, connections }: ClientProcess): string {
  const { exit } = subject;
  const again = connections.length > 1 ? `, after ${connections.length} starts of the agent` : "";
  if (exit === undefined) return `it goes on${again}`;
  return `it ends (${exit.signal ?? `code ${exit.code}`})${again}`;
}
