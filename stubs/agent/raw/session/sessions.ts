import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";
import type { Json, JsonObject } from "../../../../src/wire/message.js";
import type { RawAgent } from "../agent.js";
import { type Answer, type Answerer, invalidParams } from "../behaviour.js";
import { visit } from "../orders/elicitations.js";
import { recall } from "./history.js";
import { connectAll } from "./mcp-server.js";
import { stateOf } from "./options.js";
import { Session, type SessionSetup } from "./session.js";

/** How many sessions a page of session/list holds. */
const PAGE = 4;

/** How the obedient agent sets up sessions, lists them and ends them. */
export const sessionAnswers: Readonly<Record<string, Answerer>> = {
  "session/new": (params, agent, id) => create(params, agent, id),
  "session/load": (params, agent) => restore(params, agent, "replay"),
  "session/resume": (params, agent) => restore(params, agent, "quiet"),
  "session/list": (params, agent) => list(params, agent),
  "session/close": (params, agent) => close(params, agent),
  "session/delete": (params, agent) => {
    close(params, agent);
    agent.sessions.delete(String(params["sessionId"]));
    return { result: {} };
  },
};

/** The error for a session that nobody knows. */
export function noSuchSession(): Answer {
  return { error: { code: -32002, message: "No such session" } };
}

async function create(params: JsonObject, agent: RawAgent, requestId: Json): Promise<Answer> {
  const setup = setupOf(params);
  if (setup === undefined) return invalidParams("cwd or additionalDirectories hold no absolute path");
  // Before there is a session, what is asked belongs to the request.
  if (agent.isAnnounced("elicitation", "url"))
    await visit(agent, (asked) => agent.request("elicitation/create", { requestId, ...asked }));
  const session = new Session(`s-${randomUUID()}`, setup);
  agent.sessions.set(session.id, session);
  session.servers.push(...(await connectAll(params["mcpServers"])));
  return { result: { sessionId: session.id, ...stateOf(session, agent) } };
}

async function restore(params: JsonObject, agent: RawAgent, how: "replay" | "quiet"): Promise<Answer> {
  const setup = setupOf(params);
  if (setup === undefined) return invalidParams("cwd or additionalDirectories hold no absolute path");
  const session = recall(String(params["sessionId"]), setup);
  if (session === undefined) return noSuchSession();
  agent.sessions.set(session.id, session);
  session.servers.push(...(await connectAll(params["mcpServers"])));
  if (how === "replay") {
    for (const update of agent.behaviour.replay?.(session) ?? session.history) {
      agent.notify("session/update", { sessionId: session.id, update });
    }
  }
  return { result: stateOf(session, agent) };
}

function setupOf({ cwd, additionalDirectories = [] }: JsonObject): SessionSetup | undefined {
  if (!isPath(cwd) || !Array.isArray(additionalDirectories)) return undefined;
  return additionalDirectories.every(isPath) ? { cwd, additionalDirectories } : undefined;
}

function isPath(value: Json | undefined): value is string {
  return typeof value === "string" && isAbsolute(value);
}

function list({ cwd = null, cursor = null }: JsonObject, agent: RawAgent): Answer {
  const start = cursor === null ? 0 : Number(/^page-(\d+)$/.exec(String(cursor))?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) return invalidParams("Unknown cursor");
  const all = [...agent.sessions.values()].filter((session) => cwd === null || session.cwd === cwd);
  const sessions = all.slice(start, start + PAGE).map(infoOf);
  const nextCursor = start + PAGE < all.length ? { nextCursor: `page-${start + PAGE}` } : {};
  return { result: { sessions, ...nextCursor } };
}

function infoOf({ id, cwd, additionalDirectories, title, updatedAt }: Session): JsonObject {
  return {
    sessionId: id,
    cwd,
    updatedAt,
    ...(title === undefined ? {} : { title }),
    ...(additionalDirectories.length === 0 ? {} : { additionalDirectories }),
  };
}

/** Ends what runs in a session, which stays in the list. */
function close({ sessionId }: JsonObject, agent: RawAgent): Answer {
  const session = agent.sessions.get(String(sessionId));
  if (session === undefined) return noSuchSession();
  agent.cancels.get(session.id)?.();
  session.free();
  return { result: {} };
}
