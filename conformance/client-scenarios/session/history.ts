import type { ClientProcess } from "../../../src/driver/client/client-process.js";
import type { Answer } from "../../../src/driver/client-policy.js";
import type { ClientScenario } from "../../../src/engine/client-scenario.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { told } from "../../scenarios/steps/reply.js";
import { EVERYTHING, initializeResult, plainAgent } from "../steps/agent.js";
import { liveOn, requestsTo } from "../steps/turn.js";

const EARLY = "acp.v1.session.load-client-accepts-early-updates";
const OPAQUE = "acp.v1.session.id-opaque";
const NULL_CURSOR = "acp.v1.session.list-null-cursor";

/** An id that nobody makes sense of. */
const ODD_ID = `é 😀/\\"${"x".repeat(200)}`;
/** A cursor that nobody makes sense of. */
const ODD_CURSOR = '{"é":"=+/ \\u0000"}';

const REPLAY_UPDATES = 20;

/**
 * Sessions that are listed in pages, and one that is loaded, with a history that is replayed twice before the answer
 * (docs/protocol/v1/session-list.mdx, "Pagination"; session-setup.mdx, "Loading a Session").
 */
export const history: ClientScenario = {
  name: "session/history",
  judges: [EARLY, OPAQUE, NULL_CURSOR],
  async run(stage) {
    let pages = 0;
    const barriers: Promise<string>[] = [];
    const client: ClientProcess = await stage.start((start) =>
      plainAgent({
        initialize: () => initializeResult(EVERYTHING),
        "session/new": () => ({ result: { sessionId: ODD_ID } }),
        "session/list": () => page(pages++),
        "session/load": async ({ sessionId }) => {
          const connection = client.connections[start];
          if (connection === undefined) return { result: {} };
          replay(connection, sessionId ?? null);
          replay(connection, sessionId ?? null);
          const barrier = connection.barrier().then(told);
          barriers.push(barrier);
          await barrier;
          return { result: {} };
        },
      }),
    );
    await liveOn(stage, client);
    const [barrier] = await Promise.all(barriers);
    const load = find(client, "session/load");
    if (load !== undefined && barrier !== undefined) {
      stage.expect(EARLY, barrier.startsWith("error") || barrier.startsWith("result"), () => ({
        expected: "the history taken in before the answer to session/load",
        actual: barrier,
        frames: [load.frame],
      }));
    }
    const prompt = find(client, "session/prompt");
    if (prompt !== undefined)
      stage.recorded(OPAQUE, "a session id with odd characters comes back in a prompt");
    const lists = client.connections.flatMap(requestsTo).filter(({ method }) => method === "session/list");
    if (lists.length > 0)
      stage.recorded(NULL_CURSOR, `of 3 pages, the last with nextCursor null, ${lists.length} are asked for`);
  },
};

function page(number: number): Answer {
  const session = { sessionId: `listed-${number}`, cwd: "/", title: `Session ${number}` };
  const nextCursor = [ODD_CURSOR, `${ODD_CURSOR}2`][number] ?? null;
  return { result: { sessions: [session], nextCursor } };
}

function replay(connection: ClientProcess["connections"][number], sessionId: JsonObject[string]): void {
  for (let turn = 0; turn < REPLAY_UPDATES; turn += 2) {
    for (const sessionUpdate of ["user_message_chunk", "agent_message_chunk"]) {
      const content = { type: "text", text: `said ${turn}` };
      connection.notify("session/update", { sessionId, update: { sessionUpdate, content } });
    }
  }
}

function find(client: ClientProcess, method: string): ReturnType<typeof requestsTo>[number] | undefined {
  return client.connections.flatMap(requestsTo).find((call) => call.method === method);
}
