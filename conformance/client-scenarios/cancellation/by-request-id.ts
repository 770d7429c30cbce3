import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { framesOf, shortly, told } from "../../scenarios/steps/reply.js";
import { unaskedResponses } from "../steps/responses.js";
import { type ClientTurn, inTurn, requestsTo } from "../steps/turn.js";
import { LASTING } from "./interrupt.js";

const ANSWERED = "acp.v1.cancel-request.answered";
const SINGLE = "acp.v1.cancel-request.single-answer";
const LATE = "acp.v1.cancel-request.late-race";
const ISSUER = "acp.v1.cancel-request.issuer-only";
const OUTCOME = "acp.v1.cancel.client-permission-error-vs-outcome";
const OPTIONAL = "acp.v1.cancel-request.optional";

const CANCELLED = -32800;
const SHOWN = 200;

/** `$/cancel_request` from the agent (docs/protocol/v1/cancellation.mdx, "$/cancel_request Notification"). */
export const byRequestId: ClientScenario = inTurn(
  "cancellation/by-request-id",
  [ANSWERED, SINGLE, LATE, ISSUER, OPTIONAL, OUTCOME],
  async (stage, turn) => {
    if ((await turn.connection.barrier()).kind === "silence") return;
    await judgeOpen(stage, turn);
    await judgeOver(stage, turn);
    await judgeForeign(stage, turn);
  },
);

/** A permission request that is withdrawn: whether a client supports that is its own affair. */
async function judgeOpen(stage: ClientStage, { connection, sessionId }: ClientTurn): Promise<void> {
  const params = { sessionId, toolCall: { toolCallId: "call-1", title: "Write a file" }, options: LASTING };
  const { request } = connection.begin("session/request_permission", params, "acp-assay-withdrawn");
  connection.notify("$/cancel_request", { requestId: idOf(request) });
  // Whoever supports it answers the request soon; the barrier bounds how long that is waited for.
  await connection.barrier();
  await connection.barrier();
  const answers = connection.transcript.ofSubject().filter((frame) => isAnswer(frame, request));
  const [answer] = answers;
  stage.recorded(
    OPTIONAL,
    answer === undefined ? "a withdrawn request stays open" : "a withdrawn request is answered",
  );
  if (answer === undefined) return;
  stage.recorded(OUTCOME, `a withdrawn permission request is answered with ${answer.text.slice(0, SHOWN)}`);
  const error = answer.message.kind === "response" ? answer.message.value["error"] : undefined;
  const code = error === undefined ? undefined : (error as { readonly code?: unknown }).code;
  stage.expect(ANSWERED, error === undefined || code === CANCELLED, () => ({
    expected: `a result or error ${CANCELLED} for a request that was withdrawn`,
    actual: `error ${shortly(error)}`,
    frames: [request, answer],
  }));
  stage.expect(SINGLE, answers.length === 1, () => ({
    expected: "one answer to a request that was withdrawn",
    actual: `${answers.length} answers`,
    frames: [request, ...answers],
  }));
}

/** Withdrawals that come too late, or of what was never asked: nothing follows. */
async function judgeOver(stage: ClientStage, { connection }: ClientTurn): Promise<void> {
  // No id here may be one that the client uses for requests of its own.
  const over = await connection.request("_acp-assay/barrier", {}, "acp-assay-over");
  const withdrawals = [
    connection.notify("$/cancel_request", { requestId: idOf(over.request) }),
    connection.notify("$/cancel_request", { requestId: "acp-assay-never-used" }),
  ];
  const barrier = await connection.barrier();
  const [response] = unaskedResponses(connection, withdrawals[0]?.number);
  stage.expect(LATE, barrier.kind !== "silence" && response === undefined, () => ({
    expected: "nothing at the withdrawal of a request that is over, and the next request answered",
    actual: response === undefined ? told(barrier) : "a response that no request asked for",
    frames: [...withdrawals, response, ...framesOf(barrier)],
  }));
}

/** The id is that of the client's own open prompt, which the agent has not issued and so cannot withdraw. */
async function judgeForeign(stage: ClientStage, turn: ClientTurn): Promise<void> {
  const { connection, request, client } = turn;
  const withdrawal = connection.notify("$/cancel_request", { requestId: idOf(request) });
  // A client that goes on may do so right behind its answer to the first barrier.
  await connection.barrier();
  const barrier = await connection.barrier();
  const next = requestsTo(connection).find(
    ({ frame, method }) =>
      frame.number > withdrawal.number && (frame.message.kind === "request" || method === "session/cancel"),
  );
  const isWaiting = next === undefined && connection.isOpen && barrier.kind !== "silence";
  stage.expect(ISSUER, isWaiting, () => ({
    expected: "the client to go on waiting for the answer to its own prompt",
    actual: next === undefined ? told(barrier) : `it goes on with ${next.method}`,
    frames: [request, withdrawal, next?.frame],
  }));
  turn.end();
  await client.rest();
}

function idOf({ message }: Frame): string | number {
  const id = message.kind === "request" ? message.value["id"] : undefined;
  return typeof id === "number" || typeof id === "string" ? id : 0;
}

function isAnswer({ message }: Frame, request: Frame): boolean {
  const key = request.message.kind === "request" ? request.message.id.key : "";
  return message.kind === "response" && message.id.key === key;
}
