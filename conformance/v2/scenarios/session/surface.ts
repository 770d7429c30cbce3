import { resolve } from "node:path";
import type { Reply } from "../../../../src/driver/agent-connection.js";
import { METHOD_NOT_FOUND } from "../../../../src/driver/client-policy.js";
import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import type { Json, JsonObject } from "../../../../src/wire/message.js";
import { at, errorCode, framesOf, items, member, shortly, told } from "../../../scenarios/steps/reply.js";
import { cannotJudge, newSession, type Session } from "../../../scenarios/steps/setup.js";
import { cancel, SHORT, text } from "../../../scenarios/steps/turn.js";
import { withSessions } from "../../steps/setup.js";
import { work } from "../../steps/work.js";

const SURFACE = "acp.v2.init.session-surface";
const LIST = "acp.v2.session.list-required";
const CLOSE = "acp.v2.session.close-required";
const EXACT = "acp.v2.session.list-cwd-exact";
const MODES = "acp.v2.session.no-modes";
const LOAD = "acp.v2.session.no-load";
const UNKNOWN = "acp.v2.session.close-unknown-succeeds";

const ALL = [SURFACE, LIST, CLOSE, EXACT, MODES, LOAD, UNKNOWN];

/**
 * The methods that go with sessions, and those that are gone (docs/protocol/v2/initialization.mdx, "Session Capabilities";
 * session-list.mdx; session-setup.mdx, "Closing Active Sessions"; migration.mdx, "Method changes").
 */
export const surface: AgentScenario = withSessions("session/surface", ALL, async (stage, ready) => {
  const session = await newSession(stage, ready);
  if ("reason" in session) {
    if (errorCode(session.reply) === METHOD_NOT_FOUND) notServed(stage, "session/new", session.reply);
    else cannotJudge(stage, ALL, session.reason);
    return;
  }
  const { connection, sessionId } = session;
  const ask = async (method: string, params: JsonObject): Promise<Reply> => {
    const reply = await connection.request(method, params);
    if (errorCode(reply) === METHOD_NOT_FOUND) notServed(stage, method, reply);
    else stage.holds(SURFACE);
    return reply;
  };
  const prompted = await work(session, text(SHORT));
  if (errorCode(prompted.reply) === METHOD_NOT_FOUND) notServed(stage, "session/prompt", prompted.reply);
  cancel(session);
  judgeList(stage, await ask("session/list", { cwd: stage.cwd }));
  await judgeRemoved(stage, session);
  const closed = await ask("session/close", { sessionId });
  expectResult(stage, CLOSE, closed, "a result for the session that is open");
  await ask("session/resume", { sessionId, cwd: stage.cwd });
  const unknown = await connection.request("session/close", { sessionId: "acp-assay-no-such-session" });
  expectResult(stage, UNKNOWN, unknown, "a result for a session that does not exist");
});

function notServed(stage: AgentStage, method: string, reply: Reply): void {
  stage.violated(SURFACE, {
    expected: `${method} served, as the session capability says`,
    actual: told(reply),
    frames: framesOf(reply),
  });
}

function expectResult(stage: AgentStage, id: string, reply: Reply, expected: string): void {
  stage.expect(id, reply.kind === "result", () => ({
    expected,
    actual: told(reply),
    frames: framesOf(reply),
  }));
}

function judgeList(stage: AgentStage, reply: Reply): void {
  const sessions = reply.kind === "result" ? member(reply.result, "sessions") : undefined;
  stage.expect(LIST, Array.isArray(sessions), () => ({
    expected: "a list of sessions",
    actual: told(reply),
    frames: framesOf(reply),
  }));
  const other = items(sessions).find((info) => !isHere(member(info, "cwd"), stage));
  if (!Array.isArray(sessions)) stage.notTested(EXACT, "session/list gives no list");
  else {
    stage.expect(EXACT, other === undefined, () => ({
      expected: `only sessions of ${stage.cwd}`,
      actual: `one of ${shortly(at(other, "cwd"))}`,
      frames: framesOf(reply),
    }));
  }
}

/** A method that does not exist gives no result. */
async function judgeRemoved(stage: AgentStage, { connection, sessionId }: Session): Promise<void> {
  const removed: readonly (readonly [id: string, method: string, params: JsonObject])[] = [
    [MODES, "session/set_mode", { sessionId, modeId: "acp-assay" }],
    [LOAD, "session/load", { sessionId, cwd: "/", mcpServers: [] }],
  ];
  for (const [id, method, params] of removed) {
    const reply = await connection.wrongly(() => connection.request(method, params));
    stage.expect(id, reply.kind !== "result", () => ({
      expected: `no result, since version 2 has no ${method}`,
      actual: told(reply),
      frames: framesOf(reply),
    }));
  }
}

/** Agents may normalise paths. */
function isHere(cwd: Json | undefined, stage: AgentStage): boolean {
  return typeof cwd === "string" && resolve(cwd) === resolve(stage.cwd);
}
