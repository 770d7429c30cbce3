import { join } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "../../src/wire/message.js";
import type { RawClient } from "./client.js";
import { INITIALIZE } from "./obedient.js";

const AUTHENTICATION_REQUIRED = -32000;
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

/** Everything that a client can do by itself, as far as the agent offers it: the obedient client's whole life. */
export async function obedientTour(client: RawClient): Promise<void> {
  await greet(client);
  await listSessions(client);
  const session = await openSession(client);
  await client.behaviour.besides?.(client, session.sessionId);
  await choose(client, session);
  await prompt(client, session.sessionId, "First — é 😀");
  await prompt(client, session.sessionId, "Second");
  await comeBack(client, session.sessionId);
}

/** Agrees on a version; with an agent that speaks another one there is nothing to talk about. */
export async function greet(client: RawClient): Promise<JsonObject> {
  const result = await client.request("initialize", INITIALIZE);
  if (result["protocolVersion"] !== INITIALIZE["protocolVersion"]) {
    throw new Error(`the agent speaks version ${JSON.stringify(result["protocolVersion"])}`);
  }
  const capabilities = object(result["agentCapabilities"]);
  client.offered = client.behaviour.offered?.(capabilities) ?? capabilities;
  authMethods = Array.isArray(result["authMethods"]) ? result["authMethods"].filter(isJsonObject) : [];
  return result;
}

let authMethods: readonly JsonObject[] = [];

/** Is this offered by the agent? A marker is an object; null and absence are no. */
export function offers({ offered }: RawClient, ...path: readonly string[]): boolean {
  const value = path.reduce<Json | undefined>((outer, key) => object(outer)[key], offered) ?? null;
  return value !== null && value !== false;
}

async function listSessions(client: RawClient): Promise<void> {
  if (!offers(client, "sessionCapabilities", "list")) return;
  const cwd = process.cwd();
  let page = await client.request("session/list", { cwd });
  while (typeof page["nextCursor"] === "string") {
    page = await client.request("session/list", { cwd, cursor: page["nextCursor"] });
  }
}

/** A session with what session/new told of it. */
export interface Session {
  readonly sessionId: string;
  readonly setUp: JsonObject;
}

/** Creates a session, and logs in where that is asked for. */
export async function openSession(client: RawClient): Promise<Session> {
  let response = await client.call("session/new", setUpParams(client));
  if (object(response["error"])["code"] === AUTHENTICATION_REQUIRED) {
    const method = authMethods.find(({ type = "agent" }) => type === "agent");
    if (method === undefined) throw new Error("the agent wants a login and names no way");
    await client.request("authenticate", { methodId: method["id"] ?? "" });
    response = await client.call("session/new", setUpParams(client));
  }
  const setUp = object(response["result"]);
  if (typeof setUp["sessionId"] !== "string") throw new Error(`no session: ${JSON.stringify(response)}`);
  return { sessionId: setUp["sessionId"], setUp };
}

/** Where the session works and which MCP servers it uses, as far as the agent can reach them. */
export function setUpParams(client: RawClient): JsonObject {
  const cwd = process.cwd();
  const url = "http://127.0.0.1:9/mcp";
  const servers: JsonObject[] = [{ name: "local", command: "/bin/true", args: [], env: [] }];
  if (offers(client, "mcpCapabilities", "http"))
    servers.push({ type: "http", name: "web", url, headers: [] });
  if (offers(client, "mcpCapabilities", "sse")) servers.push({ type: "sse", name: "old", url, headers: [] });
  const roots = offers(client, "sessionCapabilities", "additionalDirectories")
    ? { additionalDirectories: [join(cwd, "more")] }
    : {};
  return { cwd, mcpServers: servers, ...roots };
}

/** Sets each option to another of its values as long as it is listed, or, where there are no options, the mode. */
async function choose(client: RawClient, { sessionId, setUp }: Session): Promise<void> {
  if (Array.isArray(setUp["configOptions"])) {
    let current = selectsIn(setUp);
    for (const configId of current.map(({ id = "" }) => id)) {
      const values = current.find(({ id }) => id === configId)?.["options"];
      const selected = current.find(({ id }) => id === configId)?.["currentValue"];
      const other = (Array.isArray(values) ? values.filter(isJsonObject) : []).find(
        ({ value }) => value !== selected,
      );
      if (other === undefined) continue;
      const value = other["value"] ?? "";
      current = selectsIn(await client.request("session/set_config_option", { sessionId, configId, value }));
    }
    if (setUp["configOptions"].some((each) => isJsonObject(each) && each["type"] === "select")) return;
  }
  const modes = object(setUp["modes"]);
  const all = Array.isArray(modes["availableModes"]) ? modes["availableModes"].filter(isJsonObject) : [];
  const mode = all.find(({ id }) => id !== modes["currentModeId"]);
  if (mode !== undefined) await client.request("session/set_mode", { sessionId, modeId: mode["id"] ?? "" });
}

function selectsIn({ configOptions }: JsonObject): readonly JsonObject[] {
  const all = Array.isArray(configOptions) ? configOptions.filter(isJsonObject) : [];
  return all.filter(({ type }) => type === "select");
}

/** Runs a turn; an error ends that turn and not the client. */
export async function prompt(client: RawClient, sessionId: string, text: string): Promise<void> {
  client.running.add(sessionId);
  await client.call("session/prompt", { sessionId, prompt: blocks(client, text) });
  client.running.delete(sessionId);
  client.isStopped = false;
}

/** A block of each kind that the agent can read. */
function blocks(client: RawClient, text: string): JsonObject[] {
  const can = (kind: string): boolean => offers(client, "promptCapabilities", kind);
  return [
    { type: "text", text, annotations: { audience: ["assistant"], priority: 1 } },
    { type: "resource_link", uri: "file:///note.txt", name: "note.txt" },
    ...(can("image") ? [{ type: "image", mimeType: "image/png", data: PNG }] : []),
    ...(can("audio") ? [{ type: "audio", mimeType: "audio/wav", data: WAV }] : []),
    ...(can("embeddedContext")
      ? [{ type: "resource", resource: { uri: "file:///note.txt", text: "note" } }]
      : []),
  ];
}

/** Leaves the session and comes back to it, in every way that the agent offers. */
async function comeBack(client: RawClient, sessionId: string): Promise<void> {
  const params = { sessionId, ...setUpParams(client) };
  if (offers(client, "loadSession")) await client.request("session/load", params);
  if (offers(client, "sessionCapabilities", "resume")) await client.request("session/resume", params);
  if (offers(client, "sessionCapabilities", "close")) await client.request("session/close", { sessionId });
  if (offers(client, "sessionCapabilities", "delete")) await client.request("session/delete", { sessionId });
  if (offers(client, "auth", "logout")) await client.request("logout", {});
}

function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
