import type { Answer, Policy } from "../../../src/driver/client-policy.js";
import type { JsonObject } from "../../../src/wire/message.js";

/** The id of the session that the scripted agent gives out. */
export const SESSION_ID: string = "acp-assay-session-1";

/** What an agent offers that offers all there is. */
export const EVERYTHING: JsonObject = {
  loadSession: true,
  promptCapabilities: { image: true, audio: true, embeddedContext: true },
  mcpCapabilities: { http: true, sse: true },
  sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
  auth: { logout: {} },
};

/** The result of initialize. */
export function initializeResult(agentCapabilities: JsonObject = {}, more: JsonObject = {}): Answer {
  const agentInfo = { name: "acp-assay", version: "0.1.0" };
  return { result: { protocolVersion: 1, agentCapabilities, agentInfo, authMethods: [], ...more } };
}

/** The result of session/new. */
export function newSession(more: JsonObject = {}): Answer {
  return { result: { sessionId: SESSION_ID, ...more } };
}

/** The result of a prompt whose turn ended like this. */
export function ended(stopReason: string = "end_turn"): Answer {
  return { result: { stopReason } };
}

const NOTHING: Answer = { result: {} };

/** A well-behaved agent that offers nothing optional and ends every turn at once, as far as it is not overridden. */
export function plainAgent(overrides: Policy = {}): Policy {
  return {
    initialize: () => initializeResult(),
    authenticate: () => NOTHING,
    logout: () => NOTHING,
    "session/new": () => newSession(),
    "session/prompt": () => ended(),
    "session/load": () => NOTHING,
    "session/resume": () => NOTHING,
    "session/close": () => NOTHING,
    "session/delete": () => NOTHING,
    "session/list": () => ({ result: { sessions: [] } }),
    "session/set_mode": () => NOTHING,
    "session/set_config_option": () => ({ result: { configOptions: [] } }),
    ...overrides,
  };
}
