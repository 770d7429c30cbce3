import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import { type Answer, invalidParams } from "../raw/behaviour.js";
import type { AgentTwo } from "./agent.js";
import type { AnswererTwo } from "./behaviour.js";
import { COMMANDS, SessionTwo } from "./session.js";
import { Work } from "./work.js";

/** The result of initialize. */
export const INITIALIZE: JsonObject = {
  protocolVersion: 2,
  info: { name: "raw-agent", title: "Raw agent", version: "2.0.0" },
  capabilities: {
    session: {
      prompt: { image: {}, audio: {}, embeddedContext: {} },
      mcp: { stdio: {}, http: {} },
      delete: {},
      additionalDirectories: {},
    },
  },
  authMethods: [{ type: "agent", methodId: "token", name: "Token" }],
};

const TERMINAL_LOGIN: JsonObject = {
  type: "terminal",
  methodId: "terminal",
  name: "Log in from the terminal",
  args: ["--login"],
  env: [{ name: "RAW_AGENT_LOGIN", value: "1" }],
};

/** How the obedient agent answers, by method. */
export const obedientAnswers: Readonly<Record<string, AnswererTwo>> = {
  initialize: (params, agent) => initialize(params, agent),
  "auth/login": ({ methodId }, agent) => {
    agent.isLoggedIn = methodId === "token";
    return agent.isLoggedIn ? { result: {} } : invalidParams("Unknown auth method");
  },
  "auth/logout": (_params, agent) => {
    agent.isLoggedIn = false;
    return { result: {} };
  },
  "session/new": (params, agent) => create(params, agent),
  "session/list": ({ cwd = null }, agent) => ({
    result: {
      sessions: [...agent.sessions.values()]
        .filter((session) => cwd === null || session.cwd === cwd)
        .map((session) => ({ sessionId: session.id, cwd: session.cwd, updatedAt: session.updatedAt })),
    },
  }),
  "session/resume": (params, agent) => resume(params, agent),
  "session/close": (params, agent) => close(params, agent),
  "session/delete": ({ sessionId }, agent) => {
    agent.sessions.delete(String(sessionId));
    return { result: {} };
  },
  "session/prompt": (params, agent) => prompt(params, agent),
  "session/set_config_option": (params, agent) => setOption(params, agent),
};

/** The error for a session that nobody knows, or that is closed. */
export function noSuchSession(sessionId: Json | undefined): Answer {
  return { error: { code: -32002, message: "No such session", data: { sessionId: sessionId ?? null } } };
}

function initialize({ protocolVersion, capabilities }: JsonObject, agent: AgentTwo): Answer {
  agent.client = isJsonObject(capabilities) ? capabilities : {};
  const requested = Number(protocolVersion);
  const fitting = agent.versions.filter((version) => version <= requested);
  if (fitting.length === 0) {
    return {
      error: {
        code: -32022,
        message: "Unsupported protocol version",
        data: { requested, supported: [...agent.versions] },
      },
    };
  }
  const { auth } = agent.client;
  const isTerminal = isJsonObject(auth) && isJsonObject(auth["terminal"]);
  const methods = INITIALIZE["authMethods"];
  return {
    result:
      isTerminal && Array.isArray(methods)
        ? { ...INITIALIZE, authMethods: [...methods, TERMINAL_LOGIN] }
        : INITIALIZE,
  };
}

function create({ cwd, ...params }: JsonObject, agent: AgentTwo): Answer {
  if (typeof cwd !== "string" || !isAbsolute(cwd)) return invalidParams("cwd is no absolute path");
  const problem = problemIn(params);
  if (problem !== undefined) return invalidParams(problem);
  const session = new SessionTwo(`s-${randomUUID()}`, cwd);
  agent.sessions.set(session.id, session);
  return { result: { sessionId: session.id, ...stateOf(session) } };
}

function stateOf(session: SessionTwo): JsonObject {
  return { configOptions: session.options(), availableCommands: [...COMMANDS] };
}

function problemIn({ mcpServers, additionalDirectories }: JsonObject): string | undefined {
  const servers = mcpServers ?? [];
  const directories = additionalDirectories ?? [];
  if (!Array.isArray(servers) || !servers.every(isServer)) return "mcpServers holds what is no MCP server";
  const isFine =
    Array.isArray(directories) && directories.every((path) => typeof path === "string" && isAbsolute(path));
  return isFine ? undefined : "additionalDirectories holds what is no absolute path";
}

function isServer(server: Json): boolean {
  if (!isJsonObject(server) || typeof server["name"] !== "string") return false;
  if (server["type"] === "stdio") return typeof server["command"] === "string";
  return server["type"] === "http" && typeof server["url"] === "string";
}

function resume({ sessionId, replayFrom, ...params }: JsonObject, agent: AgentTwo): Answer {
  const session = agent.sessions.get(String(sessionId));
  if (session === undefined) return noSuchSession(sessionId);
  const problem = problemIn(params);
  if (problem !== undefined) return invalidParams(problem);
  const from = replayFrom ?? null;
  const isStart = isJsonObject(from) && from["type"] === "start";
  if (from !== null && !isStart) return invalidParams("Unsupported replay cursor");
  session.isActive = true;
  const replayed = isStart ? (agent.behaviour.replay?.(session) ?? session.history) : [];
  const state = { sessionUpdate: "state_update", state: "idle", background: [] };
  for (const update of [...replayed, state])
    agent.notify("session/update", { sessionId: session.id, update });
  return { result: stateOf(session) };
}

/** Ends what runs in a session, which stays in the list. */
async function close({ sessionId }: JsonObject, agent: AgentTwo): Promise<Answer> {
  const session = agent.sessions.get(String(sessionId));
  if (session === undefined) return { result: {} };
  session.isActive = false;
  session.work?.cancel();
  await session.work?.over;
  return { result: {} };
}

function prompt({ sessionId, prompt: blocks }: JsonObject, agent: AgentTwo): Answer {
  const session = agent.sessions.get(String(sessionId));
  if (session?.isActive !== true) return noSuchSession(sessionId);
  if (!Array.isArray(blocks) || !blocks.every(isBlock))
    return invalidParams("prompt is no list of content blocks");
  const work = new Work(agent, session, blocks);
  session.work = work;
  // Behind the answer.
  setImmediate(() => void work.run());
  return { result: { messageId: work.messageId } };
}

function isBlock(block: Json): boolean {
  if (!isJsonObject(block)) return false;
  const { type, text, uri } = block;
  if (type === "text") return typeof text === "string";
  if (type === "resource_link") return typeof uri === "string";
  return ["image", "audio", "resource"].includes(String(type));
}

function setOption({ sessionId, configId, type, value }: JsonObject, agent: AgentTwo): Answer {
  const session = agent.sessions.get(String(sessionId));
  if (session === undefined) return noSuchSession(sessionId);
  const isKnown = configId === "model" && type === "id" && (value === "small" || value === "large");
  if (!isKnown) return invalidParams("Unknown option or value");
  session.model = value;
  return { result: { configOptions: session.options() } };
}
