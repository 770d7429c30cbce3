import { isJsonObject, type Json, type JsonObject } from "../../../../src/wire/message.js";
import { type Answer, invalidParams } from "../../raw/behaviour.js";
import type { AgentTwo } from "../agent.js";
import { type BehaviourTwo, mutant, type OverridesTwo } from "../behaviour.js";
import { obey } from "../change.js";

/** Mutants that break a rule of making sessions. */
export const sessionMutants: readonly BehaviourTwo[] = [
  mutant(
    "wants-servers",
    "session/new without mcpServers is an error",
    onNew((params, agent) =>
      "mcpServers" in params ? obey("session/new", params, agent) : invalidParams("mcpServers is missing"),
    ),
  ),
  mutant(
    "wants-arrays",
    "session/new with null for a list is an error",
    onNew((params, agent) =>
      params["mcpServers"] === null
        ? invalidParams("mcpServers is null")
        : obey("session/new", params, agent),
    ),
  ),
  mutant(
    "skips-servers",
    "malformed MCP servers are left out",
    onNew((params, agent) =>
      obey(
        "session/new",
        { ...params, mcpServers: servers(params).filter((server) => !isBroken(server)) },
        agent,
      ),
    ),
  ),
  mutant(
    "takes-any-transport",
    "MCP servers of unknown transports are left out",
    onNew((params, agent) =>
      obey(
        "session/new",
        { ...params, mcpServers: servers(params).filter((server) => !isStrange(server)) },
        agent,
      ),
    ),
  ),
  mutant(
    "wants-args",
    "an MCP server without args is an error",
    onNew((params, agent) =>
      servers(params).some((server) => !("args" in server) && "command" in server)
        ? invalidParams("args is missing")
        : obey("session/new", params, agent),
    ),
  ),
];

function onNew(answer: (params: JsonObject, agent: AgentTwo) => Answer | Promise<Answer>): OverridesTwo {
  return { answers: { "session/new": answer } };
}

function servers({ mcpServers = [] }: JsonObject): JsonObject[] {
  return Array.isArray(mcpServers) ? mcpServers.filter((server: Json) => isJsonObject(server)) : [];
}

function isBroken({ type, url }: JsonObject): boolean {
  return type === "http" && url === undefined;
}

function isStrange({ type }: JsonObject): boolean {
  return String(type).startsWith("_");
}
