import { randomUUID } from "node:crypto";
import type { Json, JsonObject } from "../../../src/wire/message.js";
import type { RawAgent } from "./agent.js";
import type { Answer, Answerer } from "./behaviour.js";
import { visit } from "./orders/elicitations.js";
import { Turn } from "./turn.js";

/** The modes of every session. */
export const MODES: JsonObject = {
  currentModeId: "ask",
  availableModes: [
    { id: "ask", name: "Ask", description: "Asks before it writes" },
    { id: "code", name: "Code" },
  ],
};

/** The config options of every session, with this value for the one that there is. */
export function configOptions(currentValue = "small"): JsonObject[] {
  const options = ["small", "large"].map((value) => ({ value, name: value }));
  const model = { id: "model", name: "Model", category: "model", type: "select", currentValue, options };
  const mode = {
    id: "mode",
    name: "Mode",
    category: "mode",
    type: "select",
    currentValue: "ask",
    options: [
      { value: "ask", name: "Ask" },
      { value: "code", name: "Code" },
    ],
  };
  return [model, mode];
}

/** The answer to parameters of another type than the method's. */
export function invalidParams(message: string): Answer {
  return { error: { code: -32602, message } };
}

/** The result of initialize. */
export const INITIALIZE: JsonObject = {
  protocolVersion: 1,
  agentCapabilities: {
    loadSession: false,
    promptCapabilities: { image: true, audio: true, embeddedContext: true },
    mcpCapabilities: { http: false, sse: false },
    sessionCapabilities: {},
    _meta: { "raw-agent.example": { ask: true } },
  },
  agentInfo: { name: "raw-agent", title: "Raw agent", version: "1.0.0" },
  authMethods: [],
};

/** How the obedient agent answers, by method. */
export const obedientAnswers: Readonly<Record<string, Answerer>> = {
  initialize: () => ({ result: INITIALIZE }),
  "session/new": (params, agent, id) => newSession(params, agent, id),
  "session/prompt": (params, agent) => prompt(params, agent),
  "session/set_mode": (params, agent) =>
    agent.sessions.has(String(params["sessionId"])) && ["ask", "code"].includes(String(params["modeId"]))
      ? { result: {} }
      : invalidParams("Unknown session or mode"),
  "session/set_config_option": (params, agent) =>
    agent.sessions.has(String(params["sessionId"])) &&
    ["small", "large", "ask"].includes(String(params["value"]))
      ? {
          result: {
            configOptions: configOptions(params["configId"] === "model" ? String(params["value"]) : "small"),
          },
        }
      : invalidParams("Unknown session, option or value"),
};

async function newSession({ cwd }: JsonObject, agent: RawAgent, id: Json): Promise<Answer> {
  if (typeof cwd !== "string" || !cwd.startsWith("/")) return invalidParams("cwd is no absolute path");
  // Before there is a session, what is asked belongs to the request.
  const { url } = (agent.client["elicitation"] ?? {}) as JsonObject;
  if ((url ?? null) !== null) {
    await visit(agent, (params) => agent.request("elicitation/create", { requestId: id, ...params }));
  }
  const sessionId = `s-${randomUUID()}`;
  agent.sessions.set(sessionId, cwd);
  return { result: { sessionId, modes: MODES, configOptions: configOptions() } };
}

async function prompt({ sessionId, prompt: blocks }: JsonObject, agent: RawAgent): Promise<Answer> {
  const cwd = agent.sessions.get(String(sessionId));
  if (cwd === undefined) return { error: { code: -32002, message: "No such session" } };
  if (!Array.isArray(blocks) || !blocks.every(isBlock))
    return invalidParams("prompt is no list of content blocks");
  const turn = new Turn(agent, String(sessionId), cwd, blocks);
  return await (agent.behaviour.turn ?? ((each: Turn) => each.obey()))(turn);
}

function isBlock(block: Json): boolean {
  const { type, text } = (block ?? {}) as JsonObject;
  if (type === "text") return typeof text === "string";
  return ["image", "audio", "resource", "resource_link"].includes(String(type));
}
