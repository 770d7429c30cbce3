import { isAbsolute, relative } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "../../src/wire/message.js";
import type { Answer, Answerer } from "./behaviour.js";
import type { RawClient } from "./client.js";
import { readFile, writeFile } from "./files.js";

/** The params of initialize: a client that serves files, terminals and questions. */
export const INITIALIZE: JsonObject = {
  protocolVersion: 1,
  clientInfo: { name: "raw-client", title: "Raw client", version: "1.0.0" },
  clientCapabilities: {
    fs: { readTextFile: true, writeTextFile: true },
    terminal: true,
    elicitation: { form: {} },
    session: { configOptions: { boolean: {} }, notices: {} },
  },
};

/** The error for params of the wrong type. */
export const INVALID_PARAMS: Answer = { error: { code: -32602, message: "Invalid params" } };

/** Answers one request about a terminal. */
type TerminalAnswer = (client: RawClient, terminalId: string) => Answer | Promise<Answer>;

/** How the obedient client answers each method that it serves. */
export const obedientAnswers: Readonly<Record<string, Answerer>> = {
  "session/request_permission": decide,
  "fs/read_text_file": (params) =>
    typeof params["path"] === "string" ? readOwnFile(params) : INVALID_PARAMS,
  "fs/write_text_file": (params) =>
    typeof params["path"] === "string" && typeof params["content"] === "string"
      ? isOutside(params["path"])
        ? OUTSIDE
        : writeFile(params["path"], params["content"])
      : INVALID_PARAMS,
  "terminal/create": (params, client) =>
    typeof params["command"] === "string" ? client.terminals.create(params) : INVALID_PARAMS,
  "terminal/output": onTerminal(({ terminals }, id) => terminals.output(id)),
  "terminal/wait_for_exit": onTerminal(({ terminals }, id) => terminals.waitForExit(id)),
  "terminal/kill": onTerminal(({ terminals }, id) => terminals.kill(id)),
  "terminal/release": onTerminal(({ terminals }, id) => terminals.release(id)),
  "elicitation/create": (params) =>
    params["mode"] === "form" ? { result: { action: "accept", content: fillIn(params) } } : INVALID_PARAMS,
};

const OUTSIDE: Answer = { error: { code: -32603, message: "The path is outside of the session" } };

function readOwnFile(params: JsonObject): Answer {
  return isOutside(params["path"]) ? OUTSIDE : readFile(params);
}

/** Below its directory are all of its session's roots; what is no absolute path has an error of its own. */
function isOutside(path: Json | undefined): boolean {
  const way = relative(process.cwd(), String(path));
  return isAbsolute(String(path)) && (way.startsWith("..") || isAbsolute(way));
}

/** Values for the fields of a form whose types it knows; its user, who is not there, would change them. */
function fillIn({ requestedSchema }: JsonObject): JsonObject {
  const { properties } = isJsonObject(requestedSchema) ? requestedSchema : {};
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(
    fields.flatMap(([name, field]): [string, Json][] => {
      const { type = null, default: given } = isJsonObject(field) ? field : {};
      const own = EMPTY[String(type)];
      return own === undefined ? [] : [[name, given ?? own]];
    }),
  );
}

const EMPTY: Readonly<Record<string, Json>> = {
  string: "ready",
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
};

/**
 * Allows what is asked once. A lasting decision is left to its user, who is not there: such a request stays open until
 * the turn is cancelled.
 */
export async function decide(params: JsonObject, client: RawClient, id: Json): Promise<Answer> {
  const { options } = params;
  if (!Array.isArray(options)) return INVALID_PARAMS;
  const kinds = options.map((option: JsonObject) => option["kind"]);
  const chosen = options[kinds.indexOf("allow_once")] ?? options[kinds.indexOf("reject_once")];
  if (client.isStopped) return CANCELLED;
  if (chosen === undefined) {
    return await new Promise<Answer>((resolve) => client.undecided.set(id, resolve));
  }
  return selected(chosen.optionId);
}

/** The answer to a question whose turn is cancelled. */
export const CANCELLED: Answer = { result: { outcome: { outcome: "cancelled" } } };

/** The answer to a question that the agent has withdrawn (docs/protocol/v1/cancellation.mdx). */
export const WITHDRAWN: Answer = { error: { code: -32800, message: "Request cancelled" } };

/** The answer to a permission request for which this option was chosen. */
export function selected(optionId: Json): Answer {
  return { result: { outcome: { outcome: "selected", optionId } } };
}

function onTerminal(answer: TerminalAnswer): Answerer {
  return (params, client) =>
    typeof params["terminalId"] === "string" ? answer(client, params["terminalId"]) : INVALID_PARAMS;
}
