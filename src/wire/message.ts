import { type Buffer, isUtf8 } from "node:buffer";
import { type ExactJson, memberOf, parseExactJson } from "./exact-json.js";
import { type RequestId, readRequestId } from "./request-id.js";

/** Any JSON value as JSON.parse gives it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** A request, notification or response (JSON-RPC 2.0, sections 4 and 5); `value` is the whole object. */
export type Message =
  | {
      readonly kind: "request";
      readonly id: RequestId;
      readonly method: string;
      readonly params: Json | undefined;
      readonly value: JsonObject;
    }
  | {
      readonly kind: "notification";
      readonly method: string;
      readonly params: Json | undefined;
      readonly value: JsonObject;
    }
  | { readonly kind: "response"; readonly id: RequestId; readonly value: JsonObject };

/** Why a line is no message. */
export type MalformedReason =
  | "blank"
  | "not UTF-8"
  | "not JSON"
  | "not an object"
  | "a batch array"
  | "neither request, notification nor response"
  | "cut: longer than the limit";

/** A line that is no JSON-RPC message. `value` is there when it was JSON all the same. */
export interface Malformed {
  readonly kind: "malformed";
  readonly reason: MalformedReason;
  readonly value?: Json;
}

/**
 * Tells what one line says. A method with an id is a request, a method without one a notification, an id with a result
 * or an error a response. The member `jsonrpc` is not looked at: leaving it out is a violation, not another kind.
 */
export function readMessage(bytes: Buffer): Message | Malformed {
  if (!isUtf8(bytes)) return { kind: "malformed", reason: "not UTF-8" };
  const text = bytes.toString("utf8");
  if (/^[ \t\r]*$/.test(text)) return { kind: "malformed", reason: "blank" };
  const exact = parseExactJson(text);
  if (exact === undefined) return { kind: "malformed", reason: "not JSON" };
  const value = toJson(text);
  if (exact.type === "array") return { kind: "malformed", reason: "a batch array", value };
  if (exact.type !== "object" || !isJsonObject(value)) {
    return { kind: "malformed", reason: "not an object", value };
  }
  return readObject(exact, value);
}

/**
 * A value as a word to compare with others: a text as it is, anything else as its JSON, "" where there is none. Not by
 * `String`, which calls what a peer may have sent as `toString`, and throws.
 */
export function wordOf(value: Json | undefined): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Is this value a JSON object? */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readObject(exact: ExactJson, value: JsonObject): Message | Malformed {
  const exactId = memberOf(exact, "id");
  const method = value["method"];
  if (typeof method === "string") {
    const params = value["params"];
    return exactId === undefined
      ? { kind: "notification", method, params, value }
      : { kind: "request", id: readRequestId(exactId), method, params, value };
  }
  const isResponse = exactId !== undefined && ("result" in value || "error" in value);
  return isResponse
    ? { kind: "response", id: readRequestId(exactId), value }
    : { kind: "malformed", reason: "neither request, notification nor response", value };
}

function toJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The text is JSON (it was just read exactly), so only its depth can defeat JSON.parse.
    return null;
  }
}
