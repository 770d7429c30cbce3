import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { at, framesOf, told } from "../../scenarios/steps/reply.js";
import { type ClientTurn, inTurn, notTested, requestsTo } from "../steps/turn.js";
import { create } from "../terminal/terminals.js";

const MAY = "acp.v1.cancel.client-may";
const PERMISSIONS = "acp.v1.cancel.client-answers-permissions";
const LATE = "acp.v1.cancel.client-accepts-late-updates";
const PENDING = "acp.v1.cancel.client-pending-fs-terminal";
const AFTER = "acp.v1.cancel.client-permission-after-cancel";
const WAITS = "acp.v1.cancel.client-waits-response";
const JUDGES = [MAY, PERMISSIONS, LATE, PENDING, AFTER, WAITS];

/** A decision for good: a client without a user is in no hurry to take it. */
export const LASTING: readonly JsonObject[] = [
  { optionId: "always", name: "Always allow", kind: "allow_always" },
  { optionId: "never", name: "Never allow", kind: "reject_always" },
];

/**
 * A turn that its user stops: SIGINT is what Ctrl-C sends. What is open then has its rules
 * (docs/protocol/v1/prompt-turn.mdx, "Cancellation"); a client that sends no session/cancel shows none of them.
 */
export const interrupt: ClientScenario = inTurn("cancellation/interrupt", JUDGES, async (stage, turn) => {
  const { client, connection } = turn;
  for (const id of ["call-1", "call-2"]) {
    turn.update({ sessionUpdate: "tool_call", toolCallId: id, title: "Write a file", status: "pending" });
  }
  const asked = ["call-1", "call-2"].map((toolCallId) =>
    turn.begin("session/request_permission", { toolCall: { toolCallId }, options: LASTING }),
  );
  const wait = await openWait(turn);
  await connection.barrier();
  client.subject.signal("SIGINT");
  const cancel = await client.look(() =>
    requestsTo(connection).find(({ method }) => method === "session/cancel"),
  );
  if (cancel === undefined) return notTested(stage, JUDGES, "the client sent no session/cancel at SIGINT");
  stage.recorded(MAY, "the client cancels its turn at SIGINT");
  await judgePermissions(stage, asked, cancel.frame);
  await judgeLate(stage, turn, cancel.frame);
  if (wait !== undefined) await judgeWait(stage, turn, wait);
  turn.end("cancelled");
  stage.recorded(WAITS, await afterAnswer(turn));
});

/** A wait for a command that runs for a minute, where the client has terminals. */
async function openWait(
  turn: ClientTurn,
): Promise<{ terminalId: string; request: Frame; reply: Promise<Reply> } | undefined> {
  if (!turn.can("terminal")) return undefined;
  const terminal = await create(turn, "setTimeout(() => {}, 60000)");
  if ("reason" in terminal) return undefined;
  const { terminalId } = terminal;
  return { terminalId, ...turn.begin("terminal/wait_for_exit", { terminalId }) };
}

async function judgePermissions(
  stage: ClientStage,
  asked: readonly { request: Frame; reply: Promise<Reply> }[],
  cancel: Frame,
): Promise<void> {
  for (const { reply } of asked) {
    const answer = await reply;
    if (answer.kind !== "silence" && answer.frame.number < cancel.number) {
      stage.notTested(PERMISSIONS, "the permission requests were answered before the cancel");
      continue;
    }
    const isCancelled = answer.kind === "result" && at(answer.result, "outcome", "outcome") === "cancelled";
    stage.expect(PERMISSIONS, isCancelled, () => ({
      expected: "the outcome cancelled for a permission request that is open when the turn is cancelled",
      actual: told(answer),
      frames: [answer.request, cancel, ...framesOf(answer).slice(1)],
    }));
  }
}

async function judgeLate(stage: ClientStage, turn: ClientTurn, cancel: Frame): Promise<void> {
  const late = turn.update({ sessionUpdate: "tool_call_update", toolCallId: "call-1", status: "failed" });
  const barrier = await turn.connection.barrier();
  if (barrier.kind === "silence" && !turn.connection.isOpen) {
    stage.notTested(LATE, "the client ended the connection before anything late could arrive");
    stage.notTested(AFTER, "the client ended the connection");
    return;
  }
  stage.expect(LATE, barrier.kind !== "silence", () => ({
    expected: "an update behind session/cancel taken in, and the next request answered",
    actual: told(barrier),
    frames: [cancel, late, ...framesOf(barrier)],
  }));
  const after = await turn.ask("session/request_permission", {
    toolCall: { toolCallId: "call-3", title: "Late" },
    options: LASTING,
  });
  stage.recorded(AFTER, `a permission request behind session/cancel: ${told(after)}`);
}

/** The agent ends its command, as an agent does that is cancelled: the wait for it still has its answer. */
async function judgeWait(
  stage: ClientStage,
  turn: ClientTurn,
  { terminalId, request }: { terminalId: string; request: Frame },
): Promise<void> {
  if (!turn.connection.isOpen) {
    stage.notTested(PENDING, "the client ended the connection");
    return;
  }
  await turn.ask("terminal/kill", { terminalId });
  const answer = await turn.connection.replyTo(request);
  stage.expect(PENDING, answer.kind !== "silence", () => ({
    expected: "an answer to what was open when the turn was cancelled",
    actual: told(answer),
    frames: framesOf(answer),
  }));
}

async function afterAnswer(turn: ClientTurn): Promise<string> {
  await turn.client.rest();
  const { exit } = turn.client.subject;
  return exit === undefined
    ? "the client goes on after the answer to a cancelled prompt"
    : `the client ends (${exit.signal ?? `code ${exit.code}`}) after the answer to a cancelled prompt`;
}
