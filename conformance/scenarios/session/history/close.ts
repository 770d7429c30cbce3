import type { Reply } from "../../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import { isJsonObject } from "../../../../src/wire/message.js";
import { longPrompt } from "../../steps/ask.js";
import { whereOffered } from "../../steps/offered.js";
import { framesOf, member, told } from "../../steps/reply.js";
import {
  cannotJudge,
  newSession,
  patiently,
  type Ready,
  type Session,
  sessionParams,
} from "../../steps/setup.js";
import { begin, finish, isRunning, stopReason, type TurnEnd } from "../../steps/turn.js";
import { isConnected, McpRecorder } from "../place/mcp-recorder.js";

const RESULT = "acp.v1.session.close-result";
const CANCELS = "acp.v1.session.close-cancels-work";
const FREES = "acp.v1.session.close-frees-resources";
const INACTIVE = "acp.v1.session.close-inactive-error";
const ORDER = "acp.v1.session.close-order";

const JUDGES = [RESULT, CANCELS, FREES, INACTIVE, ORDER];

/**
 * To close a session cancels its turn as session/cancel would and then frees what it holds, of which an MCP server shows
 * itself (docs/protocol/v1/session-setup.mdx, "Closing a Session").
 */
export const closeSession: AgentScenario = whereOffered(
  "sessionCapabilities.close",
  "session/close",
  JUDGES,
  async (stage, ready) => {
    const session = await newSession(stage, ready);
    if ("reason" in session) {
      cannotJudge(stage, JUDGES, session.reason);
      return;
    }
    await judgeRunning(stage, session);
    const again = await close(ready, session.sessionId);
    const unknown = await close(ready, "acp-assay-no-such-session");
    stage.recorded(
      INACTIVE,
      `session/close of a closed session gives ${told(again)}; of an unknown one ${told(unknown)}`,
    );
    await judgeFreed(stage, ready);
  },
);

async function close({ connection }: Ready, sessionId: string): Promise<Reply> {
  return await connection.request("session/close", { sessionId });
}

function judgeResult(stage: AgentStage, reply: Reply): void {
  stage.expect(RESULT, reply.kind === "result" && isJsonObject(reply.result), () => ({
    expected: "an object as result",
    actual: told(reply),
    frames: framesOf(reply),
  }));
}

/** A session that was closed while its turn ran, and how both requests were answered. */
interface Closed {
  readonly closed: Reply;
  readonly end: TurnEnd;
}

/** A turn may end by itself while the close is on its way: only an agent whose turns do so every time is accused. */
const ATTEMPTS = 3;

async function judgeRunning(stage: AgentStage, session: Session): Promise<void> {
  let met = await closeMidTurn(stage, session);
  for (let time = 1; time < ATTEMPTS && met !== undefined && isCrossed(met); time++) {
    const next = await newSession(stage, session);
    met = "reason" in next ? undefined : await closeMidTurn(stage, next);
  }
  if (met === undefined) {
    for (const id of [CANCELS, ORDER])
      stage.notTested(id, "the turn ended before its session could be closed");
    return;
  }
  const { closed, end } = met;
  judgeResult(stage, closed);
  if (closed.kind !== "result") {
    for (const id of [CANCELS, ORDER]) stage.notTested(id, `session/close gave ${told(closed)}`);
    return;
  }
  const isBefore = end.reply.kind !== "silence" && end.reply.frame.number < closed.frame.number;
  stage.recorded(ORDER, `the prompt is answered ${isBefore ? "before" : "behind"} session/close`);
  stage.expect(CANCELS, !end.neededCancel && stopReason(end.reply) === "cancelled", () => ({
    expected: 'the open prompt answered with stopReason "cancelled"',
    actual: end.neededCancel ? "the turn went on until session/cancel" : told(end.reply),
    frames: [...framesOf(closed), ...framesOf(end.reply)],
  }));
}

/** Closes a session in the middle of its turn; undefined when that was over before. */
async function closeMidTurn(stage: AgentStage, session: Session): Promise<Closed | undefined> {
  const turn = begin(session, longPrompt(stage));
  if (!(await isRunning(turn))) return undefined;
  const closed = await close(session, session.sessionId);
  return { closed, end: await finish(turn) };
}

function isCrossed({ end: { reply, neededCancel } }: Closed): boolean {
  return reply.kind === "result" && stopReason(reply) !== "cancelled" && !neededCancel;
}

async function judgeFreed(stage: AgentStage, ready: Ready): Promise<void> {
  const recorder = await McpRecorder.open();
  try {
    const params = { ...sessionParams(stage), mcpServers: [recorder.entry("held")] };
    const created = await patiently(ready.connection, "session/new", params);
    const sessionId = created.kind === "result" ? member(created.result, "sessionId") : undefined;
    const visit = await recorder.until("held", isConnected, stage.timeoutMs);
    if (typeof sessionId !== "string" || visit === undefined) {
      stage.notTested(FREES, "the agent connected to no MCP server, so it held nothing that shows");
      return;
    }
    const closed = await close(ready, sessionId);
    judgeResult(stage, closed);
    if (closed.kind !== "result") {
      stage.notTested(FREES, `session/close gave ${told(closed)}`);
      return;
    }
    const ended = await recorder.until("held", ({ isEnded }) => isEnded, stage.timeoutMs);
    stage.expect(FREES, ended !== undefined, () => ({
      expected: "the session's MCP server ended",
      actual: `it still ran ${stage.timeoutMs} ms after the response to session/close`,
      frames: framesOf(closed),
    }));
  } finally {
    recorder.close();
  }
}
