import type { AgentConnection, ConnectionOptions, Reply } from "../../../src/driver/agent-connection.js";
import { GREETINGS } from "../../../src/engine/greeting.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import { isJsonObject, type JsonObject } from "../../../src/wire/message.js";
import { member, told } from "./reply.js";

/** A connection whose initialize was answered with a result. */
export interface Ready {
  readonly connection: AgentConnection;
  readonly initialize: JsonObject;
}

/** A connection with one new session. */
export interface Session extends Ready {
  readonly sessionId: string;
}

/** The largest number that the schema's ProtocolVersion allows: no agent speaks it. */
export const UNKNOWN_VERSION = 65_535;

/** The parameters of an initialize request of this harness, which offers no capability unless told so. */
export function initializeParams(clientCapabilities: JsonObject = {}, protocolVersion = 1): JsonObject {
  return GREETINGS[1].initialize(clientCapabilities, protocolVersion);
}

/** A scenario that begins once initialize is answered; when it is not, everything it judges is `not-tested`. */
export function afterInitialize(
  name: string,
  judges: readonly string[],
  run: (stage: AgentStage, ready: Ready) => Promise<void>,
  announce: (stage: AgentStage) => JsonObject = () => ({}),
): AgentScenario {
  return {
    name,
    judges,
    async run(stage) {
      const ready = await initialize(stage, initializeParams(announce(stage)));
      if ("reason" in ready) cannotJudge(stage, judges, ready.reason);
      else await run(stage, ready);
    },
  };
}

/** A scenario that begins in a new session; when there is none, everything it judges is `not-tested`. */
export function inSession(
  name: string,
  judges: readonly string[],
  run: (stage: AgentStage, session: Session) => Promise<void>,
): AgentScenario {
  return afterInitialize(name, judges, async (stage, ready) => {
    const session = await newSession(stage, ready);
    if ("reason" in session) cannotJudge(stage, judges, session.reason);
    else await run(stage, session);
  });
}

/** Starts an agent, initializes it, and logs in where it gives no session otherwise. */
export async function initialize(
  stage: AgentStage,
  params: JsonObject = initializeParams(),
  options: Partial<ConnectionOptions> = {},
): Promise<Ready | Unready> {
  const ready = await greet(stage, params, options);
  const { methodId } = stage.login;
  if (stage.facts.needsLogin === true && methodId !== undefined && !("reason" in ready))
    await ready.connection.request("authenticate", { methodId });
  return ready;
}

/** Starts an agent and initializes it. */
export async function greet(
  stage: AgentStage,
  params: JsonObject = initializeParams(),
  options: Partial<ConnectionOptions> = {},
): Promise<Ready | Unready> {
  const connection = await stage.connect(options);
  const reply = await patiently(connection, "initialize", params);
  if (reply.kind === "result" && isJsonObject(reply.result)) return { connection, initialize: reply.result };
  return { reason: `initialize gave ${told(reply)}`, reply, connection };
}

/** To start a process can take longer than any answer of one that runs: what waits for one gets several waits. */
export async function patiently(
  connection: AgentConnection,
  method: string,
  params: JsonObject,
): Promise<Reply> {
  const { request, reply } = connection.begin(method, params);
  let answer = await reply;
  for (let wait = 1; wait < START_WAITS && answer.kind === "silence" && isAlive(connection); wait++) {
    answer = await connection.replyTo(request);
  }
  return answer;
}

const START_WAITS = 4;

function isAlive({ subject }: AgentConnection): boolean {
  return subject.exit === undefined && !subject.stdout.closed;
}

/** Creates a session in the stage's own directory. */
export async function newSession(stage: AgentStage, ready: Ready): Promise<Session | Unready> {
  const { connection } = ready;
  const reply = await connection.request("session/new", sessionParams(stage));
  const sessionId = reply.kind === "result" ? member(reply.result, "sessionId") : undefined;
  if (typeof sessionId === "string") return { ...ready, sessionId };
  return { reason: `session/new gave ${told(reply)}`, reply, connection };
}

/** The parameters of a plain session/new. */
export function sessionParams(stage: AgentStage): JsonObject {
  return { cwd: stage.cwd, mcpServers: [] };
}

/** Why a scenario could not begin. */
export interface Unready {
  readonly reason: string;
  readonly reply: Reply;
  readonly connection: AgentConnection;
}

/** Notes for each requirement that it could not be judged, and why. */
export function cannotJudge(stage: AgentStage, ids: readonly string[], reason: string): void {
  for (const id of ids) stage.notTested(id, reason);
}
