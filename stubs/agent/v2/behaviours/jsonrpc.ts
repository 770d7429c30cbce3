import { isJsonObject, type Json } from "../../../../src/wire/message.js";
import { type BehaviourTwo, mutant } from "../behaviour.js";
import { answering, besides, changeUpdate, obey } from "../change.js";
import type { Work } from "../work.js";

/** Mutants that break a rule of messages, ids and words. */
export const jsonrpcMutants: readonly BehaviourTwo[] = [
  mutant(
    "null-id",
    "a request of the agent has the id null",
    besides((work) => ask(work, null)),
  ),
  mutant(
    "id-in-use",
    "two open requests of the agent have the same id",
    besides((work) => {
      ask(work, 7);
      ask(work, 7);
    }),
  ),
  mutant("null-answer", "a response without a request stands behind session/new", {
    outgoing: (message, { method, kind }) =>
      method === "session/new" && kind === "response"
        ? [message, { jsonrpc: "2.0", id: null, error: { code: -32603, message: "Internal error" } }]
        : [message],
  }),
  mutant("one-id-space", "a request with the id of its own open request is taken for something else", {
    incoming: (message, agent) => message.kind === "request" && agent.isOpen(message.id.raw),
  }),
  mutant("cancel-for-all", "a cancel of the client withdraws the agent's own request", {
    incoming: (message, agent) => {
      if (message.kind !== "notification" || message.method !== "$/cancel_request") return false;
      const id = isJsonObject(message.params) ? message.params["requestId"] : null;
      agent.settle(String(id), { result: { outcome: { outcome: "cancelled" } } });
      return true;
    },
  }),
  mutant(
    "vague-not-found",
    "an unknown session is an invalid parameter",
    answering("session/prompt", (params, agent) =>
      agent.sessions.has(String(params["sessionId"]))
        ? obey("session/prompt", params, agent)
        : { error: { code: -32602, message: "No such session" } },
    ),
  ),
  mutant(
    "makes-up-kinds",
    "a tool call is of a kind that is kept for later versions",
    changeUpdate("tool_call_update", (update) =>
      update["kind"] === "edit" ? { ...update, kind: "telepathy" } : update,
    ),
  ),
  mutant(
    "takes-half-blocks",
    "a text block without text is taken for one of an unknown type",
    answering("session/prompt", (params, agent) =>
      obey("session/prompt", { ...params, prompt: mended(params["prompt"]) }, agent),
    ),
  ),
  mutant("writes-empty-array", "work begins with an empty array", {
    ...besides(() => {
      process.stdout.write("[]\n");
    }),
  }),
  mutant("empty-array-unanswered", "what is no request is not answered", {
    outgoing: (message, { method, kind }) =>
      kind === "response" && method === "" && message["id"] === null && codeOf(message) === -32600
        ? []
        : [message],
  }),
  mutant("vague-parse-error", "what is not JSON is an invalid request", {
    outgoing: (message) =>
      codeOf(message) === -32700
        ? [{ ...message, error: { code: -32600, message: "Invalid request" } }]
        : [message],
  }),
];

function ask(work: Work, id: Json): void {
  const method = "_raw-agent.example/ask";
  work.agent.send({ jsonrpc: "2.0", id, method, params: {} }, { method, kind: "request" });
}

function codeOf({ error }: { readonly error?: Json }): Json | undefined {
  return isJsonObject(error) ? error["code"] : undefined;
}

function mended(prompt: Json | undefined): Json {
  return Array.isArray(prompt)
    ? prompt.map((block) =>
        isJsonObject(block) && block["type"] === "text" && block["text"] === undefined
          ? { ...block, text: "" }
          : block,
      )
    : null;
}
