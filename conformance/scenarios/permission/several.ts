import type { AgentScenario } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { promptFor } from "../steps/ask.js";
import { hold, requestsAfter, respond } from "../steps/client.js";
import { framesOf, told } from "../steps/reply.js";
import { inSession } from "../steps/setup.js";
import { begin, cancel, finish, stopReason } from "../steps/turn.js";
import { CANCELLED } from "./steps.js";

const DURING = "acp.v1.cancel.agent-during-permission";
const NO_ERROR = "acp.v1.cancel.agent-no-error";
const CONCURRENT = "acp.v1.permission.concurrent";
const ASKS = "session/request_permission";

/** Two questions are open when the turn is cancelled: both are answered as cancelled, and then the prompt is. */
export const severalPermissions: AgentScenario = inSession(
  "permission/several",
  [DURING, NO_ERROR, CONCURRENT],
  async (stage, session) => {
    const { connection } = session;
    const prompt = promptFor(stage, "severalPermissions");
    if (prompt === undefined) {
      for (const id of [DURING, NO_ERROR, CONCURRENT]) stage.notTested(id, "it takes a script");
      return;
    }
    connection.policy = { [ASKS]: hold };
    const turn = begin(session, prompt);
    const asked = (): Frame[] => requestsAfter(connection, ASKS, turn.request.number);
    await Promise.race([connection.frame(() => asked().length >= 2, turn.request.number), turn.reply]);
    stage.recorded(CONCURRENT, `${asked().length} permission requests are open at once`);
    const cancelled = cancel(session);
    await connection.barrier();
    // The last one first: no order of answering is defined.
    const answers = asked()
      .reverse()
      .flatMap((request) => respond(connection, request, { result: CANCELLED }));
    const { reply } = await finish(turn);
    if (answers.length < 2) {
      for (const id of [DURING, NO_ERROR])
        stage.notTested(id, "the agent asked for less than two permissions");
      return;
    }
    const frames = [turn.request, cancelled, ...answers, ...framesOf(reply).slice(1)];
    stage.expect(DURING, stopReason(reply) === "cancelled", () => ({
      expected: 'a result with stopReason "cancelled"',
      actual: told(reply),
      frames,
    }));
    stage.expect(NO_ERROR, reply.kind !== "error", () => ({
      expected: "a result",
      actual: told(reply),
      frames,
    }));
  },
);
