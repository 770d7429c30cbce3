import type { Json, JsonObject } from "../../../src/wire/message.js";
import type { RawAgent } from "./agent.js";
import { type Answer, type Answerer, invalidParams } from "./behaviour.js";
import { keep } from "./session/history.js";
import { optionAnswers } from "./session/options.js";
import { noSuchSession, sessionAnswers } from "./session/sessions.js";
import { Turn } from "./turn.js";

/** The result of initialize. */
export const INITIALIZE: JsonObject = {
  protocolVersion: 1,
  agentCapabilities: {
    loadSession: true,
    promptCapabilities: { image: true, audio: true, embeddedContext: true },
    mcpCapabilities: { http: true, sse: false },
    sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
    auth: { logout: {} },
    _meta: { "raw-agent.example": { ask: true } },
  },
  agentInfo: { name: "raw-agent", title: "Raw agent", version: "1.0.0" },
  authMethods: [{ id: "token", name: "Token", description: "Takes the token that is there" }],
};

const TERMINAL_LOGIN: JsonObject = {
  id: "terminal",
  name: "Log in from the terminal",
  type: "terminal",
  args: ["--login"],
  env: { RAW_AGENT_LOGIN: "1" },
};

/** How the obedient agent answers, by method. */
export const obedientAnswers: Readonly<Record<string, Answerer>> = {
  initialize: (_params, agent) => ({
    result: agent.isAnnounced("auth", "terminal") ? withTerminalLogin() : INITIALIZE,
  }),
  authenticate: ({ methodId }, agent) => {
    if (methodId !== "token") return invalidParams("Unknown auth method");
    agent.isLoggedIn = true;
    return { result: {} };
  },
  logout: (_params, agent) => {
    agent.isLoggedIn = false;
    return { result: {} };
  },
  "session/prompt": (params, agent) => prompt(params, agent),
  ...sessionAnswers,
  ...optionAnswers,
};

function withTerminalLogin(): JsonObject {
  return { ...INITIALIZE, authMethods: [...(INITIALIZE["authMethods"] as Json[]), TERMINAL_LOGIN] };
}

async function prompt({ sessionId, prompt: blocks }: JsonObject, agent: RawAgent): Promise<Answer> {
  const session = agent.sessions.get(String(sessionId));
  if (session === undefined) return noSuchSession();
  if (!Array.isArray(blocks) || !blocks.every(isBlock))
    return invalidParams("prompt is no list of content blocks");
  const messageId = `u-${agent.freshName()}`;
  for (const content of blocks) session.remember({ sessionUpdate: "user_message_chunk", messageId, content });
  const turn = new Turn(agent, session.id, session.cwd, blocks);
  const answer = await (agent.behaviour.turn ?? ((each: Turn) => each.obey()))(turn);
  // Behind the answer: nobody waits for the disk.
  setImmediate(() => keep(session));
  return answer;
}

function isBlock(block: Json): boolean {
  const { type, text } = (block ?? {}) as JsonObject;
  if (type === "text") return typeof text === "string";
  return ["image", "audio", "resource", "resource_link"].includes(String(type));
}
