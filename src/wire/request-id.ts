import type { ExactJson } from "./exact-json.js";
import { exactNumber } from "./exact-number.js";

/** The JSON type of an id. The schema (`RequestId`) allows string, 64-bit integer and null; the wire shows anything. */
export type RequestIdType = "string" | "number" | "null" | "other";

/** A JSON-RPC id as it was written. */
export interface RequestId {
  readonly type: RequestIdType;
  /** Equal for two ids exactly when they have the same type and the same exact value (1 = 1.0, "a" = "\u0061"). */
  readonly key: string;
  /** The id's own text; promise levels lines and bytes compare this. */
  readonly raw: string;
}

/** Reads an id from its exact JSON value; `raw` of a container is its type only, since no rule compares it. */
export function readRequestId(value: ExactJson): RequestId {
  switch (value.type) {
    case "string":
      return { type: "string", key: `s:${value.value}`, raw: value.raw };
    case "number":
      return { type: "number", key: `n:${exactNumber(value.raw)}`, raw: value.raw };
    case "literal":
      return value.value === null
        ? { type: "null", key: "null", raw: "null" }
        : { type: "other", key: `b:${value.value}`, raw: String(value.value) };
    case "array":
    case "object":
      return { type: "other", key: `c:${value.type}`, raw: value.type === "array" ? "[…]" : "{…}" };
  }
}
