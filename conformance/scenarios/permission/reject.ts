import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { wordOf } from "../../../src/wire/message.js";
import { framesOf, items, member, shortly, told } from "../steps/reply.js";
import { cannotJudge, inSession, type Session } from "../steps/setup.js";
import { finish, updatesIn } from "../steps/turn.js";
import { type PermissionTurn, selected, untilPermission } from "./steps.js";

const WAITS = "acp.v1.permission.wait-before-run";
const REJECT = "acp.v1.permission.reject-respected";
const IDS = "acp.v1.jsonrpc.direction-independent-ids";

const ALL = [WAITS, REJECT, IDS];

/**
 * An operation that needs permission starts only once it is granted, and not at all when it is rejected
 * (docs/protocol/v1/prompt-turn.mdx, "Tool Invocation and Status Reporting"; docs/protocol/v1/tool-calls.mdx, "Status"
 * and "Permission Options"). While the request is open, the same id is used in the other direction: ids belong to the
 * side that issued them (JSON-RPC 2.0, section 4).
 */
export const rejectPermission: AgentScenario = inSession("permission/reject", ALL, async (stage, session) => {
  const asking = await untilPermission(stage, session);
  if (asking === undefined) {
    cannotJudge(stage, ALL, "the agent asked for no permission");
    return;
  }
  await judgeIds(stage, session, asking);
  judgeWaits(stage, session, asking);
  const option = items(asking.params["options"]).find((each) =>
    wordOf(member(each, "kind")).startsWith("reject"),
  );
  const optionId = member(option, "optionId");
  if (optionId === undefined) {
    asking.answer({ outcome: { outcome: "cancelled" } });
    stage.notTested(REJECT, "the agent offers no option to reject");
    return;
  }
  const answer = asking.answer(selected(optionId));
  const { reply } = await finish(asking.turn);
  stage.expect(REJECT, !asking.isWritten(), () => ({
    expected: "no file, since the operation was rejected",
    actual: "the file was written",
    frames: [asking.turn.request, asking.request, answer, ...framesOf(reply).slice(1)],
  }));
});

async function judgeIds(stage: AgentStage, { connection }: Session, asking: PermissionTurn): Promise<void> {
  const { message } = asking.request;
  const prompt = asking.turn.request.message;
  if (message.kind !== "request" || prompt.kind !== "request") return;
  // The agent may have chosen the id of our open prompt: then both are open already, and the turn's end shows it.
  if (message.id.key === prompt.id.key || message.id.type === "other") {
    stage.holds(IDS);
    await connection.barrier();
    return;
  }
  if ((await connection.barrier()).kind === "silence") {
    stage.notTested(IDS, "the agent answers no request at all while it waits for permission");
    return;
  }
  const [request] = connection.writeRaw(
    `{"jsonrpc":"2.0","id":${message.id.raw},"method":"_acp-assay/same-id","params":{}}\n`,
  );
  if (request === undefined) return;
  const reply = await connection.replyTo(request);
  stage.expect(IDS, reply.kind !== "silence", () => ({
    expected: "an answer to a request whose id equals that of an open request of the agent",
    actual: told(reply),
    frames: [asking.request, request],
  }));
}

/** Judged behind a barrier: the agent had time to run ahead, and the permission is still open. */
function judgeWaits(stage: AgentStage, { connection }: Session, asking: PermissionTurn): void {
  const toolCallId = member(asking.params["toolCall"], "toolCallId");
  const early = updatesIn(connection.transcript).find(
    ({ frame, update }) =>
      frame.number > asking.request.number &&
      update["toolCallId"] === toolCallId &&
      (update["status"] === "in_progress" || update["status"] === "completed"),
  );
  const isEarly = early !== undefined || asking.isWritten();
  stage.expect(WAITS, !isEarly, () => ({
    expected: "the operation not started while permission is asked for",
    actual: early === undefined ? "the file is written" : `status ${shortly(early.update["status"])}`,
    frames: [asking.turn.request, asking.request, early?.frame].filter(
      (frame): frame is Frame => frame !== undefined,
    ),
  }));
}
