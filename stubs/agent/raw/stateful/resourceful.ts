import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "../../../../src/wire/message.js";
import type { RawAgent } from "../agent.js";
import { type Answer, type Answerer, invalidParams, type Overrides } from "../behaviour.js";
import { INITIALIZE } from "../obedient.js";
import { stateOf } from "../session/options.js";
import { Session } from "../session/session.js";

/** So long takes what a real agent would do on a disk. */
const DISK_MS = 5;

/** The result of initialize of an agent whose sessions can be listed, loaded, resumed, closed and deleted. */
const OFFERS: JsonObject = {
  ...INITIALIZE,
  agentCapabilities: {
    ...(INITIALIZE["agentCapabilities"] as JsonObject),
    loadSession: true,
    sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
  },
};

/** Every session that there was, with its directory. */
const known: Map<string, string> = new Map<string, string>();

/** Answers of an agent that keeps its sessions. */
export const resourcefulAnswers: Readonly<Record<string, Answerer>> = {
  initialize: () => ({ result: OFFERS }),
  "session/list": (_, { sessions }) => ({
    result: {
      sessions: [...new Map([...known, ...places(sessions)])].map(([sessionId, cwd]) => ({ sessionId, cwd })),
    },
  }),
  "session/load": async (params, agent) => {
    await delay(DISK_MS);
    const answer = open(params, agent);
    if ("result" in answer) {
      const update = { sessionUpdate: "user_message_chunk", content: { type: "text", text: "earlier" } };
      agent.notify("session/update", { sessionId: params["sessionId"] ?? null, update });
    }
    return answer;
  },
  "session/resume": async (params, agent) => {
    await delay(DISK_MS);
    return open(params, agent);
  },
  "session/close": async (params, agent) => {
    const id = String(params["sessionId"]);
    const session = agent.sessions.get(id);
    if (session === undefined) return invalidParams("No such session");
    agent.cancels.get(id)?.();
    agent.sessions.delete(id);
    known.set(id, session.cwd);
    await delay(DISK_MS);
    return { result: {} };
  },
  "session/delete": async (params, agent) => {
    const id = String(params["sessionId"]);
    agent.cancels.get(id)?.();
    agent.sessions.delete(id);
    known.delete(id);
    await delay(DISK_MS);
    return { result: {} };
  },
};

/** A resourceful agent, with changes. */
export function resourceful(changes: Overrides = {}): Overrides {
  return { ...changes, answers: { ...resourcefulAnswers, ...changes.answers } };
}

function places(sessions: ReadonlyMap<string, Session>): [string, string][] {
  return [...sessions].map(([id, { cwd }]) => [id, cwd]);
}

function open({ sessionId, cwd }: JsonObject, agent: RawAgent): Exclude<Answer, "silence"> {
  const { sessions } = agent;
  const id = String(sessionId);
  if (!known.has(id) && !sessions.has(id)) return { error: { code: -32002, message: "No such session" } };
  const session = new Session(id, { cwd: String(cwd), additionalDirectories: [] });
  sessions.set(id, session);
  return { result: stateOf(session, agent) };
}
