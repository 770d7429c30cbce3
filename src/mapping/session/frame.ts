import type { Direction } from "../../wire/direction.js";
import type { Json, JsonObject } from "../../wire/message.js";
import { isArray } from "../moment/json-field.js";

const MOST_ID_UNITS = 1024;

/** One frame as the fold takes it. */
export interface SessionFrame {
  readonly direction: Direction;
  /** The line's JSON value, whatever it is. */
  readonly message: Json;
  /**
   * The exact id (`RequestId.key` of `acp-assay/wire`), for ids that a double cannot tell apart. Give it for a request
   * and its response, or for neither.
   */
  readonly id?: string | undefined;
}

/** What a frame says; `idKey` is equal for two ids exactly when type and value are. */
export type SessionMessage =
  | {
      readonly kind: "request";
      readonly method: string;
      readonly params: Json | undefined;
      readonly id: Json;
      readonly idKey: string;
    }
  | { readonly kind: "notification"; readonly method: string; readonly params: Json | undefined }
  | {
      readonly kind: "response";
      readonly idKey: string | undefined;
      readonly result: Json | undefined;
      readonly error: Json | undefined;
    };

/** Tells request, notification and response apart; undefined for anything else. */
export function readFrame({ message, id }: SessionFrame): SessionMessage | undefined {
  if (typeof message !== "object" || message === null || isArray(message)) return undefined;
  const { method, params } = message;
  const idKey = Object.hasOwn(message, "id") ? (id ?? idKeyOf(message["id"])) : undefined;
  if (typeof method === "string") {
    return idKey === undefined
      ? { kind: "notification", method, params }
      : { kind: "request", method, params, id: message["id"] ?? null, idKey };
  }
  return isResponse(message)
    ? { kind: "response", idKey, result: message["result"], error: message["error"] ?? undefined }
    : undefined;
}

function isResponse(message: JsonObject): boolean {
  return (
    Object.hasOwn(message, "id") && (Object.hasOwn(message, "result") || Object.hasOwn(message, "error"))
  );
}

function idKeyOf(id: Json | undefined): string | undefined {
  switch (typeof id) {
    case "string":
      return id.length <= MOST_ID_UNITS ? `s:${id}` : undefined;
    case "number":
      return `n:${id}`;
    case "boolean":
      return `b:${id}`;
    default:
      return id === null ? "null" : undefined;
  }
}
