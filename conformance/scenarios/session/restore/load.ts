import type { Reply } from "../../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import { isJsonObject, type JsonObject } from "../../../../src/wire/message.js";
import { liveEvents, whereOffered } from "../../steps/offered.js";
import { errorCode, framesOf, told } from "../../steps/reply.js";
import {
  cannotJudge,
  initialize,
  initializeParams,
  newSession,
  patiently,
  type Ready,
} from "../../steps/setup.js";
import { take, text, type Update } from "../../steps/turn.js";
import { isConnected, McpRecorder } from "../place/mcp-recorder.js";
import { judgeReplay, REPLAY } from "./judge-replay.js";
import { between, type Seed, seed } from "./seed.js";

const AVAILABLE = "acp.v1.session.load-available";
const PERSISTENCE = "acp.v1.session.load-persistence";
const NULL = "acp.v1.session.load-null-result";
const CONTINUES = "acp.v1.session.load-continues";
const MCP = "acp.v1.session.load-connects-mcp";
const UNKNOWN = "acp.v1.session.load-unknown";
const IDS_AGAIN = "acp.v1.session.load-message-id-stability";

const JUDGES = [AVAILABLE, PERSISTENCE, NULL, CONTINUES, MCP, UNKNOWN, IDS_AGAIN, ...REPLAY];

/**
 * A session of two turns is loaded by another process: all of it comes back in front of the answer, and it goes on
 * (docs/protocol/v1/session-setup.mdx, "Loading Sessions").
 */
export const loadSession: AgentScenario = whereOffered(
  "loadSession",
  "session/load",
  JUDGES,
  async (stage, first) => {
    const seeded = await seedSession(stage, first);
    if ("reason" in seeded) {
      cannotJudge(stage, JUDGES, seeded.reason);
      return;
    }
    await first.connection.close();
    const recorder = await McpRecorder.open();
    try {
      const loaded = await loadElsewhere(stage, seeded, recorder);
      if (loaded !== undefined) await judgeLoaded(stage, loaded, recorder);
    } finally {
      recorder.close();
    }
  },
  liveEvents,
);

/** A session that was loaded, and what came with it. */
interface Loaded {
  readonly ready: Ready;
  readonly seed: Seed;
  readonly reply: Extract<Reply, { kind: "result" }>;
}

async function seedSession(stage: AgentStage, ready: Ready): Promise<Seed | { readonly reason: string }> {
  const session = await newSession(stage, ready);
  return "reason" in session ? session : await seed(stage, session, 2);
}

/** Loads a session in a fresh process; where it does not know it, one that it has made itself. */
async function loadElsewhere(
  stage: AgentStage,
  seeded: Seed,
  recorder: McpRecorder,
): Promise<Loaded | undefined> {
  const ready = await initialize(stage, initializeParams(liveEvents(stage)));
  if ("reason" in ready) {
    cannotJudge(stage, JUDGES, ready.reason);
    return undefined;
  }
  const { sessionId } = seeded;
  const reply = await load(stage, ready, sessionId, [recorder.entry("loaded")]);
  judgeServed(stage, reply);
  stage.expect(PERSISTENCE, reply.kind === "result", () => ({
    expected: "a session of another process loaded",
    actual: told(reply),
    frames: framesOf(reply),
  }));
  if (reply.kind === "result") return { ready, seed: seeded, reply };
  return await loadOwn(stage, ready, recorder);
}

async function loadOwn(stage: AgentStage, ready: Ready, recorder: McpRecorder): Promise<Loaded | undefined> {
  const own = await seedSession(stage, ready);
  if ("reason" in own) return undefined;
  const reply = await load(stage, ready, own.sessionId, [recorder.entry("loaded")]);
  judgeServed(stage, reply);
  return reply.kind === "result" ? { ready, seed: own, reply } : undefined;
}

async function load(
  stage: AgentStage,
  { connection }: Ready,
  sessionId: string,
  mcpServers: readonly JsonObject[] = [],
): Promise<Reply> {
  return await patiently(connection, "session/load", { sessionId, cwd: stage.cwd, mcpServers });
}

function judgeServed(stage: AgentStage, reply: Reply): void {
  const isServed = reply.kind !== "silence" && errorCode(reply) !== -32601;
  stage.expect(AVAILABLE, isServed, () => ({
    expected: "session/load served, since loadSession is offered",
    actual: told(reply),
    frames: framesOf(reply),
  }));
}

async function judgeLoaded(
  stage: AgentStage,
  { ready, seed: seeded, reply }: Loaded,
  recorder: McpRecorder,
): Promise<void> {
  const { connection } = ready;
  const { sessionId } = seeded;
  stage.recorded(NULL, `session/load gives ${isJsonObject(reply.result) ? "an object" : told(reply)}`);
  const replay = between(connection, reply.request.number, reply.frame.number);
  await connection.barrier();
  await connection.barrier();
  const late = between(connection, reply.frame.number, Number.POSITIVE_INFINITY);
  judgeReplay(stage, { seed: seeded, reply, replay, late });

  const next = await take({ ...ready, sessionId }, text("Reply with the single word: again"));
  stage.expect(CONTINUES, next.reply.kind === "result", () => ({
    expected: "a prompt in a loaded session served like any other",
    actual: told(next.reply),
    frames: framesOf(next.reply),
  }));
  await judgeMcp(stage, reply, recorder);
  await recordAgain(stage, ready, seeded, replay);
}

async function judgeMcp(stage: AgentStage, reply: Reply, recorder: McpRecorder): Promise<void> {
  const visit = await recorder.until("loaded", isConnected, stage.timeoutMs);
  stage.expect(MCP, visit !== undefined, () => ({
    expected: "a connection to the MCP server that session/load names",
    actual: "none until the next turn had ended",
    frames: framesOf(reply),
  }));
}

async function recordAgain(
  stage: AgentStage,
  ready: Ready,
  { sessionId }: Seed,
  replay: readonly Update[],
): Promise<void> {
  const { connection } = ready;
  const unknown = await load(stage, ready, "acp-assay-no-such-session");
  stage.recorded(UNKNOWN, `an unknown session gives ${told(unknown)}`);
  const again = await load(stage, ready, sessionId);
  if (again.kind !== "result") {
    stage.recorded(IDS_AGAIN, `a second load gives ${told(again)}`);
    return;
  }
  const idsOf = (updates: readonly Update[]): string[] =>
    updates.flatMap(({ update: { messageId } }) => (typeof messageId === "string" ? [messageId] : []));
  const before = new Set(idsOf(replay));
  const after = idsOf(between(connection, again.request.number, again.frame.number));
  const same = after.filter((id) => before.has(id)).length;
  stage.recorded(IDS_AGAIN, `of ${after.length} message ids in a second load ${same} are those of the first`);
}
