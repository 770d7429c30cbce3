import { isJsonObject, type JsonObject } from "../../../src/wire/message.js";
import { type Behaviour, mutant, type Overrides } from "../behaviour.js";
import { changeCall, changeServer, changeSetUp, without } from "../change.js";

/** Defects in setting sessions up, listing them and coming back to them. */
export const sessionMutants: readonly Behaviour[] = [
  mutant(
    "cwd-relative",
    "gives a relative directory",
    changeCall("session/new", (params) => ({ ...params, cwd: "." })),
  ),
  mutant(
    "no-servers",
    "leaves mcpServers out where there are none",
    changeCall("session/new", (params) => without(params, "mcpServers")),
  ),
  mutant(
    "other-session",
    "prompts in a session of its own making",
    changeCall("session/prompt", (params) => ({ ...params, sessionId: "my-session" })),
  ),
  mutant("early-prompt", "prompts before it has a session", {
    outgoing: (message, { method, kind }) =>
      method === "session/new" && kind === "request" ? [message, EARLY_PROMPT] : [message],
  }),
  mutant(
    "load-elsewhere",
    "loads a session into another directory",
    changeCall("session/load", (params) => ({ ...params, cwd: "/" })),
  ),
  mutant(
    "load-no-servers",
    "loads a session without mcpServers",
    changeCall("session/load", (params) => without(params, "mcpServers")),
  ),
  mutant(
    "resume-servers-text",
    "resumes a session with text as mcpServers",
    changeCall("session/resume", (params) => ({ ...params, mcpServers: "none" })),
  ),
  mutant(
    "close-nameless",
    "closes no session in particular",
    changeCall("session/close", (params) => without(params, "sessionId")),
  ),
  mutant(
    "delete-nameless",
    "deletes no session in particular",
    changeCall("session/delete", (params) => without(params, "sessionId")),
  ),
  mutant(
    "list-relative",
    "lists the sessions of a relative directory",
    changeCall("session/list", (params) => ({ ...params, cwd: "." })),
  ),
  mutant(
    "cursor-decoded",
    "makes sense of cursors",
    changeCall("session/list", (params) =>
      "cursor" in params ? { ...params, cursor: String(params["cursor"]).toUpperCase() } : params,
    ),
  ),
  mutant("pages-on", "asks for more pages than there are", {
    incoming: (message, client) => {
      const result = message.kind === "response" ? message.value["result"] : undefined;
      if (isJsonObject(result) && "sessions" in result && result["nextCursor"] === null && !hasPagedOn) {
        hasPagedOn = true;
        client.send(
          { jsonrpc: "2.0", id: "more", method: "session/list", params: { cursor: lastCursor } },
          { method: "session/list", kind: "request" },
        );
      } else if (isJsonObject(result) && typeof result["nextCursor"] === "string")
        lastCursor = result["nextCursor"];
      return false;
    },
  }),
  mutant("refuses-history", "dies of updates of a session that it is still loading", {
    outgoing: (message, { method }) => {
      if (method === "session/load") isLoading = true;
      return [message];
    },
    incoming: (message) => {
      if (isLoading && message.kind === "notification") process.exit(1);
      return false;
    },
  }),
  mutant(
    "roots-relative",
    "gives relative roots",
    changeRoots(() => ["more"]),
  ),
  mutant(
    "roots-null",
    "gives null where there are no more roots",
    changeRoots(() => null),
  ),
  mutant(
    "roots-with-cwd",
    "names its directory among the roots",
    changeRoots((cwd) => [cwd]),
  ),
  mutant(
    "roots-forgotten",
    "forgets the roots when it loads",
    changeCall("session/load", (params) => without(params, "additionalDirectories")),
  ),
  mutant(
    "stdio-no-args",
    "leaves args out where there are none",
    changeServer(undefined, (server) => without(server, "args")),
  ),
  mutant(
    "stdio-by-name",
    "names a server's program without its path",
    changeServer(undefined, (server) => ({ ...server, command: "true" })),
  ),
  mutant(
    "stdio-camel",
    "names a kind of server in camelCase",
    changeServer(undefined, (server) => ({ ...server, type: "localStdio" })),
  ),
  mutant(
    "http-no-headers",
    "leaves headers out where there are none",
    changeServer("http", (server) => without(server, "headers")),
  ),
  mutant(
    "sse-no-url",
    "gives an SSE server no url",
    changeServer("sse", (server) => without(server, "url")),
  ),
];

const EARLY_PROMPT: JsonObject = {
  jsonrpc: "2.0",
  id: "early",
  method: "session/prompt",
  params: { sessionId: "acp-assay-session-1", prompt: [{ type: "text", text: "Early" }] },
};

let hasPagedOn = false;
let lastCursor = "";
let isLoading = false;

function changeRoots(roots: (cwd: string) => readonly string[] | null): Overrides {
  return changeSetUp((params) =>
    "additionalDirectories" in params
      ? { ...params, additionalDirectories: roots(String(params["cwd"])) }
      : params,
  );
}
