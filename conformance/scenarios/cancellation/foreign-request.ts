import type { Reply } from "../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { type Json, wordOf } from "../../../src/wire/message.js";
import { type PermissionTurn, selected, untilPermission } from "../permission/steps.js";
import { framesOf, items, member, told } from "../steps/reply.js";
import { inSession, type Session } from "../steps/setup.js";
import { answerOf, cancel, finish, stopReason } from "../steps/turn.js";

const ISSUER = "acp.v1.cancel-request.issuer-only";
const NESTED = "acp.v1.cancel-request.nested";

/**
 * Only the side that sent a request withdraws it: `$/cancel_request` with the id of the agent's own permission request is not
 * meant for that (schema, ProtocolLevel). And what a withdrawn prompt has open may be withdrawn with it
 * (docs/protocol/v1/cancellation.mdx, "$/cancel_request Notification").
 */
export const cancelForeignRequest: AgentScenario = inSession(
  "cancellation/foreign-request",
  [ISSUER, NESTED],
  async (stage, session) => {
    const asked = await untilPermission(stage, session);
    const option = asked === undefined ? undefined : allowing(asked);
    if (asked === undefined || option === undefined) {
      for (const id of [ISSUER, NESTED])
        stage.notTested(id, "the agent asked for no permission that can be granted");
      return;
    }
    await judgeIssuer(stage, session, asked, option);
    await recordNested(stage, session);
  },
);

function allowing({ params }: PermissionTurn): Json | undefined {
  const options = items(params["options"]);
  const option = options.find((each) => wordOf(member(each, "kind")).startsWith("allow"));
  return member(option, "optionId");
}

async function judgeIssuer(
  stage: AgentStage,
  session: Session,
  asked: PermissionTurn,
  option: Json,
): Promise<void> {
  const { connection } = session;
  const requestId = idOf(asked.request);
  // Where the prompt has the same id, the notification is about the prompt.
  if (JSON.stringify(requestId) === JSON.stringify(idOf(asked.turn.request))) {
    asked.answer(selected(option));
    await finish(asked.turn);
    stage.notTested(ISSUER, "the agent's request has the id of the prompt");
    return;
  }
  const stray = connection.notify("$/cancel_request", { requestId });
  await connection.barrier();
  const answer = asked.answer(selected(option));
  const { reply } = await finish(asked.turn);
  // An agent that never uses an answer has another trouble: only one that uses it otherwise is accused.
  if (isUsed(asked, reply)) stage.holds(ISSUER);
  else if (await usesAnswers(stage, session)) {
    stage.violated(ISSUER, {
      expected: "the answer to the agent's own request used, since only the agent can withdraw it",
      actual: told(reply),
      frames: [asked.request, stray, answer, ...framesOf(reply).slice(1)],
    });
  } else stage.notTested(ISSUER, "the agent uses no answer to its permission requests");
}

function isUsed(asked: PermissionTurn, reply: Reply): boolean {
  return asked.isWritten() || (reply.kind === "result" && stopReason(reply) !== "cancelled");
}

/** Does a turn whose permission is granted, with nothing in between, go on? */
async function usesAnswers(stage: AgentStage, session: Session): Promise<boolean> {
  const asked = await untilPermission(stage, session);
  const option = asked === undefined ? undefined : allowing(asked);
  if (asked === undefined || option === undefined) return false;
  asked.answer(selected(option));
  const { reply } = await finish(asked.turn);
  return isUsed(asked, reply);
}

async function recordNested(stage: AgentStage, session: Session): Promise<void> {
  const { connection } = session;
  const asked = await untilPermission(stage, session);
  if (asked === undefined) {
    stage.notTested(NESTED, "the agent asked for no permission a second time");
    return;
  }
  const notified = connection.notify("$/cancel_request", { requestId: idOf(asked.turn.request) });
  await connection.barrier();
  const isOver = answerOf(asked.turn) !== undefined;
  const isWithdrawn = connection.transcript
    .of("a2c")
    .some(
      ({ number, message }) =>
        number > notified.number && message.kind === "notification" && message.method === "$/cancel_request",
    );
  cancel(asked.turn);
  asked.answer({ outcome: { outcome: "cancelled" } });
  const { reply }: { reply: Reply } = await finish(asked.turn);
  stage.recorded(
    NESTED,
    `a withdrawn prompt ${isOver ? "ends" : "goes on"}, its permission request is ${isWithdrawn ? "" : "not "}withdrawn; ${told(reply)}`,
  );
}

function idOf({ message }: Frame): Json {
  return message.kind === "request" ? (message.value["id"] ?? null) : null;
}
