import type { Reply } from "../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import { isJsonObject } from "../../../src/wire/message.js";
import { longPrompt } from "../steps/ask.js";
import { isOffered, notOffered } from "../steps/offered.js";
import { errorCode, framesOf, items, member, told } from "../steps/reply.js";
import { cannotJudge, greet, type Ready, sessionParams } from "../steps/setup.js";
import { begin, cancel, finish, isRunning } from "../steps/turn.js";

const REQUIRED = "acp.v1.auth.required-error";
const CODE = "acp.v1.auth.required-code";
const SERVED = "acp.v1.auth.baseline-authenticate";
const RESULT = "acp.v1.auth.authenticate-result";
const AFTER = "acp.v1.auth.session-after-authenticate";
const UNKNOWN = "acp.v1.auth.unknown-method-id";
const LOGOUT = "acp.v1.auth.logout-available";
const AGAIN = "acp.v1.auth.logout-requires-reauth";
const ACTIVE = "acp.v1.auth.logout-active-sessions";

const LOGGING_IN = [REQUIRED, CODE, SERVED, RESULT, AFTER, UNKNOWN];
const LOGGING_OUT = [LOGOUT, AGAIN, ACTIVE];

/** Schema ErrorCode: authentication is required. */
const AUTHENTICATION_REQUIRED = -32000;

/**
 * Logs in with the method that the user of the harness names, and out where they allow it: a login may open a browser, and a
 * logout takes away theirs (docs/protocol/v1/authentication.mdx, "Protocol-driven authentication" and "Logging Out").
 */
export const login: AgentScenario = {
  name: "auth/login",
  judges: [...LOGGING_IN, ...LOGGING_OUT],
  async run(stage) {
    const obstacle = obstacleOf(stage);
    if (obstacle === "nothing to log in with") {
      for (const id of [...LOGGING_IN, ...LOGGING_OUT])
        stage.notApplicable(id, "the agent offers no authMethods");
      return;
    }
    const ready = obstacle === undefined ? await greet(stage) : { reason: obstacle };
    if ("reason" in ready) {
      cannotJudge(stage, [...LOGGING_IN, ...LOGGING_OUT], ready.reason);
      return;
    }
    const before = await newSession(stage, ready);
    const isLoggedIn = await judgeLogin(stage, ready, before);
    if (isLoggedIn) await judgeLogout(stage, ready, before);
    else cannotJudge(stage, LOGGING_OUT, "the login failed");
  },
};

/** Why no login is tried, if none is. */
function obstacleOf({ facts, login: { methodId } }: AgentStage): string | undefined {
  const methods = items(facts.initialize["authMethods"]);
  if (methods.length === 0) return "nothing to log in with";
  if (methodId === undefined)
    return "a login may need a person: name a method that does not with --auth-method";
  const method = methods.find((each) => member(each, "id") === methodId);
  if (method === undefined) return `the agent offers no auth method ${methodId}`;
  return member(method, "type") === "terminal"
    ? "authenticate is never sent for a terminal method"
    : undefined;
}

async function newSession(stage: AgentStage, { connection }: Ready): Promise<Reply> {
  return await connection.request("session/new", sessionParams(stage));
}

/** True when the agent says that the login succeeded. */
async function judgeLogin(stage: AgentStage, ready: Ready, before: Reply): Promise<boolean> {
  const { connection } = ready;
  const { methodId = "" } = stage.login;
  stage.recorded(REQUIRED, `session/new without a login gives ${before.kind}`);
  const reply = await connection.request("authenticate", { methodId });
  const frames = framesOf(reply);
  if (reply.kind === "silence") {
    cannotJudge(stage, [SERVED, RESULT, AFTER, CODE, UNKNOWN], `authenticate: ${told(reply)}`);
    return false;
  }
  stage.expect(SERVED, errorCode(reply) !== -32601, () => ({
    expected: "authenticate served, since the method is offered",
    actual: told(reply),
    frames,
  }));
  if (reply.kind === "error") {
    cannotJudge(stage, [RESULT, AFTER, CODE, UNKNOWN], `authenticate gave ${told(reply)}`);
    return false;
  }
  stage.expect(RESULT, isJsonObject(reply.result), () => ({
    expected: "an object as result",
    actual: told(reply),
    frames,
  }));
  const after = await newSession(stage, ready);
  stage.expect(AFTER, errorCode(after) !== AUTHENTICATION_REQUIRED, () => ({
    expected: "no demand for a login behind a successful one",
    actual: told(after),
    frames: [...frames, ...framesOf(after)],
  }));
  judgeCode(stage, before, after);
  const unknown = await connection.request("authenticate", { methodId: "acp-assay-no-such-method" });
  stage.recorded(UNKNOWN, `an auth method that is not offered gives ${told(unknown)}`);
  return true;
}

/** What a login has mended was the want of a login. */
function judgeCode(stage: AgentStage, before: Reply, after: Reply): void {
  if (before.kind !== "error" || after.kind !== "result") {
    stage.vacuous(CODE, "no session was refused for want of a login");
    return;
  }
  stage.expect(CODE, errorCode(before) === AUTHENTICATION_REQUIRED, () => ({
    expected: `error ${AUTHENTICATION_REQUIRED} for want of a login`,
    actual: told(before),
    frames: [...framesOf(before), ...framesOf(after)],
  }));
}

async function judgeLogout(stage: AgentStage, ready: Ready, before: Reply): Promise<void> {
  if (!isOffered(stage.facts.initialize, "auth.logout")) {
    notOffered(stage, LOGGING_OUT, "auth.logout");
    return;
  }
  if (!stage.login.mayLogout) {
    cannotJudge(stage, LOGGING_OUT, "a logout takes away the user's own login: allow it with --allow-logout");
    return;
  }
  const reply = await logOutMidTurn(stage, ready);
  stage.expect(LOGOUT, reply.kind === "result" && isJsonObject(reply.result), () => ({
    expected: "an object as result",
    actual: told(reply),
    frames: framesOf(reply),
  }));
  const again = await newSession(stage, ready);
  if (errorCode(before) !== AUTHENTICATION_REQUIRED) {
    stage.vacuous(AGAIN, "sessions need no login");
    return;
  }
  stage.expect(AGAIN, errorCode(again) === AUTHENTICATION_REQUIRED, () => ({
    expected: `error ${AUTHENTICATION_REQUIRED} behind the logout, as before the login`,
    actual: told(again),
    frames: [...framesOf(reply), ...framesOf(again)],
  }));
}

/** Logs out while a turn runs: what becomes of it is left open. */
async function logOutMidTurn(stage: AgentStage, ready: Ready): Promise<Reply> {
  const created = await newSession(stage, ready);
  const sessionId = created.kind === "result" ? member(created.result, "sessionId") : undefined;
  if (typeof sessionId !== "string") {
    stage.notTested(ACTIVE, `session/new gave ${told(created)}`);
    return await ready.connection.request("logout", {});
  }
  const turn = begin({ ...ready, sessionId }, longPrompt(stage));
  const isUnderWay = await isRunning(turn);
  const reply = await ready.connection.request("logout", {});
  cancel(turn);
  const end = await finish(turn);
  if (isUnderWay)
    stage.recorded(ACTIVE, `a turn that runs at logout and is cancelled then gives ${told(end.reply)}`);
  else stage.notTested(ACTIVE, "the turn ended before the logout");
  return reply;
}
