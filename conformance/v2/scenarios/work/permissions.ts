import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import type { Json, JsonObject } from "../../../../src/wire/message.js";
import { shortly, told } from "../../../scenarios/steps/reply.js";
import { cannotJudge, type Session } from "../../../scenarios/steps/setup.js";
import { cancel, updateOf } from "../../../scenarios/steps/turn.js";
import { type AskingWork, untilPermission } from "../../steps/permission.js";
import { saysBusy } from "../../steps/prompts.js";
import { inSession } from "../../steps/setup.js";
import { endOf, idleAfter, updatesAfter } from "../../steps/work.js";

const IDS = "acp.v2.jsonrpc.id-per-direction";
const SCOPE = "acp.v2.jsonrpc.cancel-request-scope";
const ACTION = "acp.v2.state.requires-action";
const AFTER = "acp.v2.state.after-requires-action";
const OUTCOME = "acp.v2.permission.unknown-outcome";
const OPTION = "acp.v2.permission.unknown-option";
const WITHDRAWS = "acp.v2.cancel.agent-withdraws-permissions";

const ALL = [IDS, SCOPE, ACTION, AFTER, OUTCOME, OPTION, WITHDRAWS];

/**
 * Work that asks for permission: what is told meanwhile, and what becomes of it (docs/protocol/v2/prompt-lifecycle.mdx,
 * "5. Tool Invocation and Status Reporting"; tool-calls.mdx, "Requesting Permission"; schema RequestId,
 * CancelRequestNotification, RequestPermissionOutcome and ClientNotification).
 */
export const permissions: AgentScenario = inSession("permission/answers", ALL, async (stage, session) => {
  const asked = await untilPermission(stage, session, "acp-assay-allowed.txt");
  if (asked?.allow === undefined) {
    cannotJudge(stage, ALL, "the agent asked for no permission that can be granted");
    return;
  }
  const allow = selected(asked.allow);
  await judgeIds(stage, session, asked);
  await judgeAction(stage, asked);
  await judgeScope(stage, session, asked, allow);
  const unknown = { outcome: "_acp-assay.example/perhaps", optionId: asked.allow };
  await judgeNoApproval(stage, session, OUTCOME, unknown);
  await judgeNoApproval(stage, session, OPTION, selected("acp-assay-never-offered"));
  await judgeWithdrawal(stage, session);
});

function selected(optionId: Json): JsonObject {
  return { outcome: "selected", optionId };
}

function idOf({ message }: Frame): { raw: string; value: Json; key: string } {
  return message.kind === "request"
    ? { raw: message.id.raw, value: message.value["id"] ?? null, key: message.id.key }
    : { raw: "null", value: null, key: "" };
}

/** The id of the agent's open request is used for a request in the other direction. */
async function judgeIds(stage: AgentStage, { connection }: Session, asked: AskingWork): Promise<void> {
  const { raw, key } = idOf(asked.request);
  if (key === idOf(asked.turn.request).key) {
    stage.notTested(IDS, "the agent's request has the id of the prompt");
    return;
  }
  if ((await connection.barrier()).kind === "silence") {
    stage.notTested(IDS, "the agent answers no request at all while it waits for permission");
    return;
  }
  const [request] = connection.writeRaw(
    `{"jsonrpc":"2.0","id":${raw},"method":"_acp-assay/same-id","params":{}}\n`,
  );
  if (request === undefined) return;
  const reply = await connection.replyTo(request);
  stage.expect(IDS, reply.kind !== "silence", () => ({
    expected: "an answer to a request whose id equals that of an open request of the agent",
    actual: told(reply),
    frames: [asked.request, request],
  }));
}

/** The state may come before the request or behind it, as long as nobody has answered. */
async function judgeAction(stage: AgentStage, { turn, request }: AskingWork): Promise<void> {
  const told = await turn.connection.frame((frame) => {
    const update = updateOf(frame);
    return update?.sessionId === turn.sessionId && update.update["state"] === "requires_action";
  }, turn.request.number);
  const last = updatesAfter(turn).findLast(({ kind }) => kind === "state_update");
  stage.expect(ACTION, told !== undefined, () => ({
    expected: "requires_action while the work waits for permission",
    actual: `the last state is ${shortly(last?.update["state"])}`,
    frames: [request, last?.frame],
  }));
}

/** A cancel of the client names requests of the client: the agent's own one, which has this id, goes on. */
async function judgeScope(
  stage: AgentStage,
  session: Session,
  asked: AskingWork,
  allow: JsonObject,
): Promise<void> {
  const { connection } = session;
  const requestId = idOf(asked.request);
  const stray =
    requestId.key === idOf(asked.turn.request).key
      ? undefined
      : connection.notify("$/cancel_request", { requestId: requestId.value });
  await connection.barrier();
  const answer = asked.answer(allow);
  await endOf(asked.turn);
  judgeAfter(stage, asked, answer);
  if (stray === undefined) stage.notTested(SCOPE, "the agent's request has the id of the prompt");
  else if (asked.isWritten()) stage.holds(SCOPE);
  else if (await usesAnswers(stage, session, allow)) {
    stage.violated(SCOPE, {
      expected: "the answer to the agent's own request used, since only the agent can withdraw it",
      actual: "the permission was granted and not used",
      frames: [asked.request, stray, answer],
    });
  } else stage.notTested(SCOPE, "the agent uses no answer to its permission requests");
}

/** Does work whose permission is granted, with nothing in between, go on? */
async function usesAnswers(stage: AgentStage, session: Session, allow: JsonObject): Promise<boolean> {
  const asked = await untilPermission(stage, session, "acp-assay-again.txt");
  if (asked === undefined) return false;
  asked.answer(allow);
  await endOf(asked.turn);
  return asked.isWritten();
}

/** Work that went on says so, where it said before that it waits. */
function judgeAfter(stage: AgentStage, { turn, isWritten }: AskingWork, answer: Frame | undefined): void {
  const updates = updatesAfter(turn);
  const waits = updates.find(({ update }) => update["state"] === "requires_action");
  if (waits === undefined || answer === undefined || !isWritten()) {
    stage.notTested(AFTER, "the agent reported no requires_action, or the work did not go on behind it");
    return;
  }
  const runs = updates.some((each) => each.frame.number > answer.number && saysBusy(each));
  stage.expect(AFTER, runs, () => ({
    expected: "running once the work goes on",
    actual: "no such update behind the answer",
    frames: [waits.frame, answer],
  }));
}

async function judgeNoApproval(
  stage: AgentStage,
  session: Session,
  id: string,
  outcome: JsonObject,
): Promise<void> {
  const asked = await untilPermission(stage, session, `acp-assay-${id.split(".").at(-1)}.txt`);
  if (asked === undefined) {
    stage.notTested(id, "the agent asked for no permission again");
    return;
  }
  const answer = asked.answer(outcome);
  await endOf(asked.turn);
  stage.expect(id, !asked.isWritten(), () => ({
    expected: "no file, since this outcome grants nothing",
    actual: "the file was written",
    frames: [asked.request, answer],
  }));
}

/** Cancelled work waits for no permission: it ends without an answer. */
async function judgeWithdrawal(stage: AgentStage, session: Session): Promise<void> {
  const asked = await untilPermission(stage, session, "acp-assay-cancelled.txt");
  if (asked === undefined) {
    stage.notTested(WITHDRAWS, "the agent asked for no permission again");
    return;
  }
  const cancelled = cancel(session);
  const idle = await idleAfter(asked.turn);
  stage.expect(WITHDRAWS, idle !== undefined && !asked.isWritten(), () => ({
    expected: "idle, without an answer to the permission request",
    actual: idle === undefined ? "no idle" : "the file was written",
    frames: [asked.request, cancelled, idle?.frame],
  }));
  asked.answer({ outcome: "cancelled" });
}
