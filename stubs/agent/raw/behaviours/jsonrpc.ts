import type { JsonObject } from "../../../../src/wire/message.js";
import type { RawAgent } from "../agent.js";
import { type Behaviour, mutant } from "../behaviour.js";
import { besides, changeError, changeResponse, without } from "../change.js";

const ECHO = "_acp-assay/echo";
/** Served, and refused for a mode that is not listed. */
const MODE = "session/set_mode";

/** Defects in envelopes, ids and errors. */
export const jsonrpcMutants: readonly Behaviour[] = [
  mutant(
    "no-version",
    "leaves jsonrpc out of errors",
    changeResponse(MODE, (message) => [without(message, "jsonrpc")]),
  ),
  mutant(
    "version-one",
    "says jsonrpc 1.0 in errors",
    changeResponse(MODE, (message) => [{ ...message, jsonrpc: "1.0" }]),
  ),
  mutant("boolean-id", "calls with true as id", askWith(true)),
  mutant("null-id", "calls with null as id", askWith(null)),
  mutant("fraction-id", "calls with a fraction as id", askWith(1.5)),
  mutant(
    "ids-as-text",
    "answers numbers as strings",
    changeResponse(ECHO, (message) => [{ ...message, id: String(message["id"]) }]),
  ),
  mutant(
    "answers-twice",
    "answers some requests twice",
    changeResponse(ECHO, (message) => [message, message]),
  ),
  mutant(
    "drops-long-ids",
    "never answers requests with a long id",
    changeResponse(ECHO, (message) => (String(message["id"]).length > 100 ? [] : [message])),
  ),
  mutant(
    "result-and-error",
    "answers with a result and an error",
    changeResponse(ECHO, (message) => [{ ...message, result: null }]),
  ),
  mutant(
    "neither",
    "answers a mistake with an envelope alone",
    changeResponse(MODE, (message) => [without(message, "error")]),
  ),
  mutant(
    "message-number",
    "gives errors with a number as message",
    changeError("acp-assay/", (error) => ({ ...error, message: 5 })),
  ),
  mutant(
    "huge-code",
    "gives errors with a code of 41 bits",
    changeError(MODE, (error) => ({ ...error, code: 2 ** 40 })),
  ),
  mutant(
    "stack-trace",
    "gives a stack trace as message",
    changeError("acp-assay/", (error) => ({ ...error, message: "Error: no\n    at answer (agent.js:1:1)" })),
  ),
  mutant(
    "parse-error-for-all",
    "calls every mistake a parse error",
    changeError(MODE, (error) => ({ ...error, code: -32700 })),
  ),
  mutant("answers-notifications", "answers unknown notifications with an error", {
    incoming: (message, agent) => {
      if (message.kind === "notification" && message.method.includes("unknown")) refuse(agent, -32601);
      return false;
    },
  }),
  mutant("dies-of-notification", "ends at a notification that it does not know", {
    incoming: (message) => {
      if (message.kind === "notification" && message.method === "acp-assay/unknown") process.exit(1);
      return false;
    },
  }),
  mutant("swallows-next", "swallows the request behind a custom notification", {
    incoming: (message) => {
      const isSwallowed = swallowing && message.kind === "request";
      if (isSwallowed) swallowing = false;
      if (message.kind === "notification" && message.method.startsWith("_")) swallowing = true;
      return isSwallowed;
    },
  }),
  mutant("serves-anything", "gives a result to methods that it does not know", {
    otherwise: (method) => (method.startsWith("_") ? notFound() : { result: {} }),
  }),
  mutant("serves-custom", "gives a result to custom methods that it does not know", {
    otherwise: (method) => (method.startsWith("_") ? { result: {} } : notFound()),
  }),
  mutant("ignores-custom", "never answers custom requests", {
    otherwise: (method) => (method.startsWith("_") ? "silence" : notFound()),
  }),
  mutant(
    "internal-error",
    "calls bad parameters an internal error",
    changeError("session/new", (error) => ({ ...error, code: -32603 })),
  ),
  mutant(
    "bad-parse-code",
    "calls what is not JSON an internal error",
    changeError("", (error) => (error["code"] === -32700 ? { ...error, code: -32603 } : error)),
  ),
  mutant(
    "bad-request-code",
    "calls what is no request an internal error",
    changeError("", (error) => (error["code"] === -32600 ? { ...error, code: -32603 } : error)),
  ),
  mutant(
    "parse-error-id",
    "answers what is not JSON with the id 0",
    changeResponse("", (message) => [message["id"] === null ? { ...message, id: 0 } : message]),
  ),
  mutant("one-id-space", "takes a request for the answer to its own with that id", {
    incoming: (message, agent) => message.kind === "request" && agent.isOpen(message.id.raw),
  }),
  mutant("swaps-answers", "gives the answer of one open request to the other", {
    otherwise: () => ({ result: {} }),
    outgoing: (message, { method, kind }) => {
      const isMeant = kind === "response" && (method === "session/prompt" || method.startsWith("_"));
      if (!isMeant || swapped) return [message];
      if (held === undefined) {
        held = message;
        return [];
      }
      swapped = true;
      return [
        { ...message, id: held["id"] ?? null },
        { ...held, id: message["id"] ?? null },
      ];
    },
  }),
  mutant(
    "rpc-prefix",
    "uses a method that JSON-RPC reserves",
    besides(({ agent }) => agent.notify("rpc.log", {})),
  ),
  mutant("positional", "gives params by position", {
    outgoing: (message, { method }) => [
      method === "_raw-agent.example/log" ? { ...message, params: ["info"] } : message,
    ],
  }),
  mutant("update-with-id", "sends plans as requests", {
    outgoing: (message) => [
      JSON.stringify(message).includes('"plan"') ? { ...message, id: "update" } : message,
    ],
  }),
];

let swallowing = false;
let swapped = false;
let held: JsonObject | undefined;

function askWith(id: true | null | number): ReturnType<typeof besides> {
  return besides(({ agent }) =>
    agent.send(
      { jsonrpc: "2.0", id, method: "_raw-agent.example/ask", params: {} },
      { method: "_raw-agent.example/ask", kind: "request" },
    ),
  );
}

function notFound(): { error: { code: number; message: string } } {
  return { error: { code: -32601, message: "Method not found" } };
}

function refuse(agent: RawAgent, code: number): void {
  agent.send({ jsonrpc: "2.0", id: null, error: { code, message: "No" } }, { method: "", kind: "response" });
}
