import type { Reply } from "../../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import { whereOffered } from "../../steps/offered.js";
import { errorCode, framesOf, member, told } from "../../steps/reply.js";
import { cannotJudge, initialize, newSession, type Ready } from "../../steps/setup.js";
import { isTurnOutput, take, text } from "../../steps/turn.js";
import { between, type Seed, seed } from "./seed.js";

const AVAILABLE = "acp.v1.session.resume-available";
const NO_REPLAY = "acp.v1.session.resume-no-replay";
const STATE = "acp.v1.session.resume-initial-state";
const CONTEXT = "acp.v1.session.resume-context";

const JUDGES = [AVAILABLE, NO_REPLAY, STATE, CONTEXT];

/**
 * A session with a turn is resumed by another process, or by its own where the other does not know it: nothing of it
 * comes back, and it goes on (docs/protocol/v1/session-setup.mdx, "Resuming a Session").
 */
export const resumeSession: AgentScenario = whereOffered(
  "sessionCapabilities.resume",
  "session/resume",
  JUDGES,
  async (stage, first) => {
    const seeded = await seedSession(stage, first);
    if ("reason" in seeded) {
      cannotJudge(stage, JUDGES, seeded.reason);
      return;
    }
    await first.connection.close();
    const ready = await initialize(stage);
    if ("reason" in ready) {
      cannotJudge(stage, JUDGES, ready.reason);
      return;
    }
    const elsewhere = await resume(stage, ready, seeded.sessionId);
    const own = elsewhere.kind === "result" ? seeded : await seedSession(stage, ready);
    if ("reason" in own) return;
    const reply = own === seeded ? elsewhere : await resume(stage, ready, own.sessionId);
    await judge(stage, ready, own, reply);
  },
);

async function seedSession(stage: AgentStage, ready: Ready): Promise<Seed | { readonly reason: string }> {
  const session = await newSession(stage, ready);
  return "reason" in session ? session : await seed(stage, session, 1);
}

async function resume(stage: AgentStage, { connection }: Ready, sessionId: string): Promise<Reply> {
  return await connection.request("session/resume", { sessionId, cwd: stage.cwd, mcpServers: [] });
}

async function judge(stage: AgentStage, ready: Ready, seeded: Seed, reply: Reply): Promise<void> {
  const frames = framesOf(reply);
  stage.expect(AVAILABLE, reply.kind !== "silence" && errorCode(reply) !== -32601, () => ({
    expected: "session/resume served, since it is offered",
    actual: told(reply),
    frames,
  }));
  if (reply.kind !== "result") return;
  const replayed = between(ready.connection, reply.request.number, reply.frame.number).find(
    (update) => isTurnOutput(update) || update.kind === "user_message_chunk",
  );
  stage.expect(NO_REPLAY, replayed === undefined, () => ({
    expected: "no history in front of the response to session/resume",
    actual: `${replayed?.kind}`,
    frames: [reply.request, replayed?.frame, reply.frame],
  }));
  const given = ["modes", "configOptions"].filter((key) => (member(reply.result, key) ?? null) !== null);
  stage.recorded(STATE, `session/resume gives ${given.length === 0 ? "no state" : given.join(" and ")}`);
  // What a model makes of the context is not seen; that the session takes a prompt is.
  const next = await take(
    { ...ready, sessionId: seeded.sessionId },
    text("Reply with the single word: again"),
  );
  stage.expect(CONTEXT, next.reply.kind === "result", () => ({
    expected: "a prompt in a resumed session served like any other",
    actual: told(next.reply),
    frames: framesOf(next.reply),
  }));
}
