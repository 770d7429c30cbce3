import type { Json, JsonObject } from "../../../src/wire/message.js";
import { type Behaviour, mutant } from "../behaviour.js";
import { alsoSends, changeError, changeResponse, changeSetUp, diesOf, without } from "../change.js";
import type { RawClient } from "../client.js";

const ASK = { method: "$/raw_client_ask", params: {} };

/** Defects in envelopes, ids, errors and notifications. */
export const jsonrpcMutants: readonly Behaviour[] = [
  mutant("no-version", "leaves jsonrpc out of its answers", {
    outgoing: (message, { kind }) => [kind === "response" ? without(message, "jsonrpc") : message],
  }),
  mutant("boolean-id", "asks with id true", alsoSends({ id: true, ...ASK })),
  mutant("null-id", "asks with id null", alsoSends({ id: null, ...ASK })),
  mutant("fraction-id", "asks with id 1.5", alsoSends({ id: 1.5, ...ASK })),
  mutant(
    "negative-as-text",
    "answers a negative id as text",
    changeResponse("_acp", (message) => [message["id"] === -1 ? { ...message, id: "-1" } : message]),
  ),
  mutant(
    "answers-twice",
    "answers twice",
    changeResponse("_acp-assay/echo", (message) => [message, message]),
  ),
  mutant(
    "drops-empty-id",
    "does not answer a request with an empty id",
    changeResponse("_acp", (message) => (message["id"] === "" ? [] : [message])),
  ),
  mutant(
    "result-and-error",
    "gives a result beside the error",
    changeResponse("_acp-assay/echo", (message) => [{ ...message, result: {} }]),
  ),
  mutant(
    "neither",
    "answers a write with neither result nor error",
    changeResponse("fs/write", (message) => [without(message, "result")]),
  ),
  mutant(
    "message-number",
    "gives errors a number as message",
    changeError("_acp", (error) => ({ ...error, message: 5 })),
  ),
  mutant(
    "huge-code",
    "gives errors a code of 41 bits",
    changeError("terminal/", (error) => ({ ...error, code: 2 ** 40 })),
  ),
  mutant(
    "stack-trace",
    "gives errors a stack trace as message",
    changeError("terminal/", (error) => ({ ...error, message: "Error\n    at a\n    at b" })),
  ),
  mutant(
    "parse-error-for-all",
    "calls every error a parse error",
    changeError("terminal/", (error) => ({ ...error, code: -32700 })),
  ),
  mutant("answers-notifications", "answers notifications that it does not know", {
    incoming: (message, client) => {
      if (message.kind === "notification" && message.method.startsWith("_")) refuse(client, null, -32601);
      return false;
    },
  }),
  mutant(
    "dies-of-notification",
    "dies of a notification that it does not know",
    diesOf((value) => value["method"] === "acp-assay/unknown" && !("id" in value)),
  ),
  mutant("swallows-next", "loses the message behind a custom notification", {
    incoming: (message) => {
      const isSwallowed = isSwallowing;
      isSwallowing = message.kind === "notification" && message.method.startsWith("_");
      return isSwallowed;
    },
  }),
  mutant("serves-anything", "has a result for every method", {
    otherwise: (method) => (method.startsWith("_") ? METHOD_NOT_FOUND : { result: {} }),
  }),
  mutant("serves-custom", "has a result for every custom method", {
    otherwise: (method) => (method.startsWith("_") ? { result: {} } : METHOD_NOT_FOUND),
  }),
  mutant("ignores-custom", "does not answer custom requests", {
    otherwise: (method) => (method.startsWith("_") ? "silence" : METHOD_NOT_FOUND),
  }),
  mutant(
    "internal-error",
    "calls wrong params an internal error",
    changeError("", (error) => (error["code"] === -32602 ? { ...error, code: -32603 } : error)),
  ),
  mutant(
    "bad-parse-code",
    "calls what is not JSON an invalid request",
    changeError("", (error) => (error["code"] === -32700 ? { ...error, code: -32600 } : error)),
  ),
  mutant(
    "bad-request-code",
    "calls JSON that is no request a parse error",
    changeError("", (error) => (error["code"] === -32600 ? { ...error, code: -32700 } : error)),
  ),
  mutant("parse-error-id", "answers what it cannot read with id 0", {
    outgoing: (message) => [message["id"] === null ? { ...message, id: "unreadable" } : message],
  }),
  mutant("one-id-space", "takes a request for the answer to its own with that id", {
    incoming: (message, client) => {
      if (
        message.kind !== "request" ||
        !client.isOpen(message.id.raw) ||
        message.method !== "_acp-assay/same-id"
      )
        return false;
      return true;
    },
  }),
  mutant("rpc-prefix", "uses a method that JSON-RPC reserves", alsoSends({ method: "rpc.log", params: {} })),
  mutant(
    "positional",
    "gives params by position",
    alsoSends({ method: "_raw-client.example/log", params: [1] }),
  ),
  mutant(
    "bare-custom-method",
    "uses a custom method without an underscore",
    alsoSends({ method: "rawClient/log", params: {} }),
  ),
  mutant(
    "unadvertised-custom",
    "asks for a custom method that it nowhere announces",
    alsoSends({ id: "own", method: "_raw-client.example/ask", params: {} }),
  ),
  mutant(
    "withdraws-nothing",
    "withdraws a request without naming it",
    alsoSends({ method: "$/cancel_request", params: {} }),
  ),
  mutant(
    "meta-text",
    "gives text as _meta",
    changeSetUp((params) => ({ ...params, _meta: "text" })),
  ),
  mutant(
    "traceparent-own",
    "uses traceparent for something of its own",
    changeSetUp((params) => ({ ...params, _meta: { traceparent: "mine" } })),
  ),
];

let isSwallowing = false;

const METHOD_NOT_FOUND = { error: { code: -32601, message: "Method not found" } } as const;

function refuse(client: RawClient, id: Json, code: number): void {
  const error: JsonObject = { code, message: "Refused" };
  client.send({ jsonrpc: "2.0", id, error }, { method: "", kind: "response" });
}
