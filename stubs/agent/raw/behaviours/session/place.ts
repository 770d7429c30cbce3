import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "../../../../../src/wire/message.js";
import { type Answer, type Behaviour, invalidParams, mutant, type Overrides } from "../../behaviour.js";
import { obedientAnswers } from "../../obedient.js";
import { ended } from "../../turn.js";

/** Defects in what becomes of a session's MCP servers and directories. */
export const placeMutants: readonly Behaviour[] = [
  mutant(
    "mcp-none",
    "connects to no MCP server",
    onServers(() => []),
  ),
  mutant(
    "mcp-first-only",
    "connects to the first MCP server only",
    onServers((servers) => servers.slice(0, 1)),
  ),
  mutant(
    "mcp-without-empty",
    "starts MCP servers without their empty arguments",
    onServers((servers) =>
      servers.map((server) => ({
        ...server,
        ...(Array.isArray(server["args"]) ? { args: server["args"].filter((text) => text !== "") } : {}),
      })),
    ),
  ),
  mutant(
    "mcp-without-headers",
    "asks MCP servers on HTTP without the headers",
    onServers((servers) =>
      servers.map((server) => (server["type"] === "http" ? { ...server, headers: [] } : server)),
    ),
  ),
  mutant(
    "mcp-started-only",
    "starts MCP servers and says nothing to them",
    onServers((servers) => {
      for (const { command, args, env } of servers) {
        const more = ((env ?? []) as readonly JsonObject[]).map(({ name, value }) => [name, value]);
        if (typeof command !== "string" || !existsSync(command)) continue;
        const all = { ...process.env, ...Object.fromEntries(more) };
        spawn(command, args as string[], { env: all, stdio: ["pipe", "ignore", "ignore"] });
      }
      return [];
    }),
  ),
  mutant("mcp-refused", "refuses sessions with MCP servers", {
    answers: {
      "session/new": (params, agent, id) =>
        (params["mcpServers"] as readonly Json[]).length > 0
          ? invalidParams("No MCP servers, please")
          : (obedientAnswers["session/new"]?.(params, agent, id) ?? "silence"),
    },
  }),

  mutant(
    "dirs-relative",
    "takes relative directories",
    onDirectories((directories) => directories.map((path) => join("/", String(path)))),
  ),
  mutant(
    "dirs-existing-only",
    "leaves out directories that do not exist",
    onDirectories((directories) =>
      directories.filter((path) => !String(path).startsWith("/") || existsSync(String(path))),
    ),
  ),
  mutant("dirs-refused", "refuses any additional directory", {
    answers: {
      "session/new": ({ additionalDirectories = [], ...params }, agent, id) =>
        (additionalDirectories as readonly Json[]).length > 0
          ? invalidParams("One directory only")
          : (obedientAnswers["session/new"]?.(params, agent, id) ?? "silence"),
    },
  }),
  mutant(
    "dirs-inherited",
    "gives a new session the directories of the one before",
    onDirectories((directories) => {
      if (directories.length > 0) before = directories;
      return before;
    }),
  ),
  mutant("writes-in-the-last-root", "resolves relative paths against the last root", {
    turn: async (turn) => {
      const root = turn.agent.sessions.get(turn.sessionId)?.additionalDirectories.at(-1);
      if (turn.file === undefined || root === undefined) return await turn.obey();
      writeFileSync(turn.file.replace(turn.cwd, root), "ready\n");
      return ended("end_turn");
    },
  }),
];

let before: readonly Json[] = [];

function onServers(change: (servers: readonly JsonObject[]) => readonly JsonObject[]): Overrides {
  return onNew(({ mcpServers = [], ...params }) => ({
    ...params,
    mcpServers: change(mcpServers as readonly JsonObject[]),
  }));
}

function onDirectories(change: (directories: readonly Json[]) => readonly Json[]): Overrides {
  return onNew(({ additionalDirectories = [], ...params }) => ({
    ...params,
    additionalDirectories: change(additionalDirectories as readonly Json[]),
  }));
}

function onNew(change: (params: JsonObject) => JsonObject): Overrides {
  return {
    answers: {
      "session/new": async (params, agent, id): Promise<Answer> =>
        (await obedientAnswers["session/new"]?.(change(params), agent, id)) ?? "silence",
    },
  };
}
