import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import { isJsonObject } from "../../../../src/wire/message.js";
import { longPrompt } from "../../steps/ask.js";
import { isOffered, notOffered, whereOffered } from "../../steps/offered.js";
import { framesOf, shortly, told } from "../../steps/reply.js";
import { cannotJudge, newSession, type Ready, type Session } from "../../steps/setup.js";
import { answerOf, begin, cancel, finish, isRunning, SHORT, take, text } from "../../steps/turn.js";
import { entryOf, type Walk, walkList } from "./pages.js";

const RESULT = "acp.v1.session.delete-result";
const REMOVED = "acp.v1.session.delete-removes-from-list";
const AGAIN = "acp.v1.session.delete-idempotent";
const THEN_LOAD = "acp.v1.session.delete-then-load";
const ACTIVE = "acp.v1.session.delete-active";

const JUDGES = [RESULT, REMOVED, AGAIN, THEN_LOAD, ACTIVE];

/** A deleted session is gone from the list, and to delete it again is no error (docs/protocol/v1/session-delete.mdx, "Semantics"). */
export const deleteSession: AgentScenario = whereOffered(
  "sessionCapabilities.delete",
  "session/delete",
  JUDGES,
  async (stage, ready) => {
    const session = await newSession(stage, ready);
    const other = await newSession(stage, ready);
    if ("reason" in session || "reason" in other) {
      cannotJudge(stage, JUDGES, "reason" in session ? session.reason : "no second session could be made");
      return;
    }
    const before = await listed(stage, session, other);
    const { sessionId } = session;
    const reply = await remove(ready, sessionId);
    stage.expect(RESULT, reply.kind === "result" && isJsonObject(reply.result), () => ({
      expected: "an object as result",
      actual: told(reply),
      frames: framesOf(reply),
    }));
    if (reply.kind === "result") await judgeRemoved(stage, ready, sessionId, before);
    else stage.notTested(REMOVED, `session/delete gave ${told(reply)}`);
    await judgeAgain(stage, ready, sessionId);
    await recordActive(stage, other);
  },
);

async function remove({ connection }: Ready, sessionId: string): ReturnType<typeof connection.request> {
  return await connection.request("session/delete", { sessionId });
}

/** The list with the session in it: many agents list only sessions with a turn. */
async function listed(stage: AgentStage, session: Session, other: Session): Promise<Walk | undefined> {
  if (!isOffered(stage.facts.initialize, "sessionCapabilities.list")) return undefined;
  const walk = await walkList(session);
  if (entryOf(walk, session.sessionId) !== undefined) return walk;
  await take(session, text(SHORT));
  await take(other, text(SHORT));
  return await walkList(session);
}

async function judgeRemoved(
  stage: AgentStage,
  ready: Ready,
  sessionId: string,
  before: Walk | undefined,
): Promise<void> {
  if (before === undefined) {
    notOffered(stage, [REMOVED], "sessionCapabilities.list");
    return;
  }
  if (entryOf(before, sessionId) === undefined) {
    stage.vacuous(REMOVED, "the session was not listed before it was deleted");
    return;
  }
  const after = await walkList(ready);
  const [page] = after.pages;
  stage.expect(REMOVED, entryOf(after, sessionId) === undefined, () => ({
    expected: `a list without ${shortly(sessionId)}`,
    actual: "it is still listed",
    frames: page === undefined ? [] : framesOf(page),
  }));
}

async function judgeAgain(stage: AgentStage, ready: Ready, sessionId: string): Promise<void> {
  for (const id of [sessionId, "acp-assay-no-such-session"]) {
    const reply = await remove(ready, id);
    stage.expect(AGAIN, reply.kind === "result", () => ({
      expected: "success for a session that is not there",
      actual: told(reply),
      frames: framesOf(reply),
    }));
  }
  if (isOffered(stage.facts.initialize, "loadSession")) {
    const params = { sessionId, cwd: stage.cwd, mcpServers: [] };
    const loaded = await ready.connection.request("session/load", params);
    stage.recorded(THEN_LOAD, `session/load of a deleted session gives ${told(loaded)}`);
  } else notOffered(stage, [THEN_LOAD], "loadSession");
}

async function recordActive(stage: AgentStage, session: Session): Promise<void> {
  const turn = begin(session, longPrompt(stage));
  if (!(await isRunning(turn))) {
    stage.notTested(ACTIVE, "the turn ended before its session could be deleted");
    return;
  }
  const reply = await remove(session, session.sessionId);
  await session.connection.barrier();
  const isOver = answerOf(turn) !== undefined;
  if (!isOver) cancel(turn);
  const end = await finish(turn);
  const how = isOver ? "" : ", once it is cancelled";
  stage.recorded(
    ACTIVE,
    `session/delete during a turn gives ${told(reply)}; the turn ends with ${told(end.reply)}${how}`,
  );
}
