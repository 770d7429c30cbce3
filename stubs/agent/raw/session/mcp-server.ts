import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Json, JsonObject } from "../../../../src/wire/message.js";

/** An MCP server of a session, connected. */
export interface McpServer {
  close(): void;
}

const INITIALIZE: JsonObject = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "raw-agent", version: "1.0.0" },
  },
};

/** Connects to the MCP servers of a session, all at once; those that cannot be reached are left out. */
export async function connectAll(entries: Json | undefined): Promise<McpServer[]> {
  const list = (Array.isArray(entries) ? entries : []) as JsonObject[];
  const servers = await Promise.all(
    list.map(async (entry) => {
      try {
        return entry["type"] === "http" ? await overHttp(entry) : await overStdio(entry);
      } catch {
        return undefined;
      }
    }),
  );
  return servers.filter((server) => server !== undefined);
}

async function overStdio({ command, args, env }: JsonObject): Promise<McpServer> {
  const child = spawn(String(command), strings(args), {
    env: { ...process.env, ...pairs(env) },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => undefined);
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  await Promise.race([once(createInterface(child.stdout), "line"), gone(child)]);
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  return { close: () => child.stdin.end() };
}

async function gone(child: ChildProcess): Promise<never> {
  // A command that cannot be started is an error event, which `once` makes a rejection.
  await once(child, "exit");
  throw new Error("the server ended");
}

async function overHttp({ url, headers }: JsonObject): Promise<McpServer> {
  await fetch(String(url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...pairs(headers),
    },
    body: JSON.stringify(INITIALIZE),
  });
  return { close: () => undefined };
}

function strings(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

/** A list of name and value as an object. */
function pairs(list: Json | undefined): Record<string, string> {
  const entries = (Array.isArray(list) ? list : []) as JsonObject[];
  return Object.fromEntries(entries.map(({ name, value }) => [String(name), String(value)]));
}
