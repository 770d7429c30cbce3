import type { Reply } from "../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import { longPrompt } from "../steps/ask.js";
import { errorCode, framesOf, told } from "../steps/reply.js";
import { inSession } from "../steps/setup.js";
import { answerOf, begin, cancel, isRunning, type Turn } from "../steps/turn.js";

const ANSWERED = "acp.v1.cancel-request.answered";
const SINGLE = "acp.v1.cancel-request.single-answer";
const OPTIONAL = "acp.v1.cancel-request.optional";
const ACTIVITY = "acp.v1.cancel-request.activity-must-or-may";
const FORM = "acp.v1.cancel-request.prompt-result-form";

/** Schema ErrorCode: the request was cancelled. */
const REQUEST_CANCELLED = -32800;

/**
 * Whoever serves `$/cancel_request` still answers the request, with a result or with -32800; serving it is optional
 * (docs/protocol/v1/cancellation.mdx, "$/cancel_request Notification"). Where the turn goes on, session/cancel ends it.
 */
export const cancelByRequestId: AgentScenario = inSession(
  "cancellation/by-request-id",
  [ANSWERED, FORM, SINGLE, OPTIONAL, ACTIVITY],
  async (stage, session) => {
    const turn = begin(session, longPrompt(stage));
    if (!(await isRunning(turn))) {
      for (const id of [ANSWERED, FORM, SINGLE, OPTIONAL, ACTIVITY])
        stage.notTested(id, "the turn ended before it could be cancelled");
      return;
    }
    const requestId =
      turn.request.message.kind === "request" ? (turn.request.message.value["id"] ?? null) : null;
    const cancelled = session.connection.notify("$/cancel_request", { requestId });
    // Twice: the answer to the prompt may be written a moment later than that to the request behind the withdrawal.
    await session.connection.barrier();
    await session.connection.barrier();
    const isServed = answerOf(turn) !== undefined;
    if (!isServed) cancel(turn);
    const reply = await turn.reply;
    stage.recorded(FORM, isServed ? told(reply) : "the turn went on until session/cancel");
    for (const id of [OPTIONAL, ACTIVITY])
      stage.recorded(id, `$/cancel_request ${isServed ? "ends the turn" : "does not end the turn"}`);
    await judgeSingle(stage, turn, reply);
    const isError = reply.kind === "error" && isServed && errorCode(reply) !== REQUEST_CANCELLED;
    stage.expect(ANSWERED, reply.kind !== "silence" && !isError, () => ({
      expected: `a result or error ${REQUEST_CANCELLED}`,
      actual: told(reply),
      frames: [turn.request, cancelled, ...framesOf(reply).slice(1)],
    }));
  },
);

async function judgeSingle(stage: AgentStage, { connection, request }: Turn, reply: Reply): Promise<void> {
  await connection.barrier();
  const key = request.message.kind === "request" ? request.message.id.key : "";
  const answers = connection.transcript
    .of("a2c")
    .filter(({ message }) => message.kind === "response" && message.id.key === key);
  if (reply.kind === "silence") stage.notTested(SINGLE, `the prompt got ${told(reply)}`);
  else {
    stage.expect(SINGLE, answers.length === 1, () => ({
      expected: "one response to a prompt that was withdrawn",
      actual: `${answers.length} responses`,
      frames: [request, ...answers.slice(0, 3)],
    }));
  }
}
