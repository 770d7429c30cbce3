import type { Reply } from "../../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import type { JsonObject } from "../../../../src/wire/message.js";
import { promptFor } from "../../../scenarios/steps/ask.js";
import { errorCode, framesOf, shortly, told } from "../../../scenarios/steps/reply.js";
import { cannotJudge, type Session } from "../../../scenarios/steps/setup.js";
import { SHORT, text, type Update, updatesIn } from "../../../scenarios/steps/turn.js";
import { inSession } from "../../steps/setup.js";
import { work } from "../../steps/work.js";

const QUIET = "acp.v2.session.resume-default-no-replay";
const START = "acp.v2.session.resume-replay-start";
const IDS = "acp.v2.session.resume-replay-message-ids";
const CURSOR = "acp.v2.session.resume-unsupported-cursor";
const STATE = "acp.v2.session.resume-state-snapshot";

const ALL = [QUIET, START, IDS, CURSOR, STATE];

const INVALID_PARAMS = -32602;

const CONVERSATION = /^(user_message|agent_message|agent_thought)(_chunk)?$/;

/**
 * A session that has had a turn is closed, and resumed without and with its history
 * (docs/protocol/v2/session-setup.mdx, "Resuming Sessions"; schema ResumeSessionRequest and ResumeSessionResponse).
 */
export const resumeSession: AgentScenario = inSession("session/resume", ALL, async (stage, session) => {
  const { connection, sessionId } = session;
  const prompted = await work(session, promptFor(stage, "short") ?? text(SHORT));
  const closed = await connection.request("session/close", { sessionId });
  if (prompted.reply.kind !== "result" || closed.kind !== "result") {
    const reason = `the prompt gave ${told(prompted.reply)}, session/close ${told(closed)}`;
    cannotJudge(stage, ALL, reason);
    return;
  }
  const quiet = await resume(stage, session, {});
  if (quiet.reply.kind !== "result") {
    cannotJudge(stage, ALL, `session/resume gave ${told(quiet.reply)}`);
    return;
  }
  const replayed = quiet.updates.find(({ kind }) => CONVERSATION.test(kind));
  stage.expect(QUIET, replayed === undefined, () => ({
    expected: "no history before the response, since replayFrom is left out",
    actual: replayed?.kind ?? "",
    frames: [...framesOf(quiet.reply), ...(replayed === undefined ? [] : [replayed.frame])],
  }));
  stage.expect(
    STATE,
    quiet.updates.some(({ kind }) => kind === "state_update"),
    () => ({
      expected: "a state_update between session/resume and its response",
      actual: quiet.updates.map(({ kind }) => kind).join(", ") || "no update",
      frames: framesOf(quiet.reply),
    }),
  );
  await judgeReplay(stage, session);
  await judgeCursor(stage, session);
});

interface Resumed {
  readonly reply: Reply;
  /** The updates of the session between the request and the response. */
  readonly updates: readonly Update[];
}

async function resume(stage: AgentStage, session: Session, more: JsonObject): Promise<Resumed> {
  const { connection, sessionId } = session;
  const reply = await connection.request("session/resume", { sessionId, cwd: stage.cwd, ...more });
  const end = reply.kind === "silence" ? Number.POSITIVE_INFINITY : reply.frame.number;
  const updates = updatesIn(connection.transcript).filter(
    (update) =>
      update.sessionId === sessionId &&
      update.frame.number > reply.request.number &&
      update.frame.number < end,
  );
  return { reply, updates };
}

async function judgeReplay(stage: AgentStage, session: Session): Promise<void> {
  const { reply, updates } = await resume(stage, session, { replayFrom: { type: "start" } });
  const messages = updates.filter(({ kind }) => CONVERSATION.test(kind));
  // What an agent retains is its own affair, but the user's message was the first of the conversation.
  stage.expect(
    START,
    reply.kind === "result" && messages.some(({ kind }) => kind.startsWith("user_")),
    () => ({
      expected: "the conversation, which began with a user message, before the response",
      actual:
        reply.kind === "result" ? messages.map(({ kind }) => kind).join(", ") || "nothing" : told(reply),
      frames: framesOf(reply),
    }),
  );
  if (messages.length === 0) {
    stage.notTested(IDS, "nothing was replayed");
    return;
  }
  const fault = messages.find(({ update }) => typeof update["messageId"] !== "string");
  stage.expect(IDS, fault === undefined, () => ({
    expected: "a messageId on each replayed message",
    actual: shortly(fault?.update["messageId"]),
    frames: [reply.request, fault?.frame].filter((frame): frame is Frame => frame !== undefined),
  }));
}

async function judgeCursor(stage: AgentStage, session: Session): Promise<void> {
  const { reply } = await resume(stage, session, { replayFrom: { type: "_acp-assay.example/yesterday" } });
  stage.expect(CURSOR, errorCode(reply) === INVALID_PARAMS, () => ({
    expected: `error ${INVALID_PARAMS} for a cursor that nobody knows`,
    actual: told(reply),
    frames: framesOf(reply),
  }));
}
