import { isUtf8 } from "node:buffer";
import type { Line } from "../../wire/line-splitter.js";
import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";
import { type JournalRefusal, refuse } from "./refusal.js";

/** A line that is a JSON object: its text and what JSON.parse makes of it. */
export interface JsonLine {
  readonly text: string;
  readonly value: JsonObject;
}

const BLANK = /^[ \t\r]*$/;

/** Reads one line; undefined for a blank one, which is nothing. */
export function readLine({ bytes, cutBytes }: Line): JsonLine | JournalRefusal | undefined {
  if (cutBytes > 0) return refuse(-32700, "frame exceeds size limit");
  if (!isUtf8(bytes)) return refuse(-32700, `invalid utf-8: ${bytes.length} bytes`);
  const text = bytes.toString("utf8");
  const first = text.charCodeAt(0);
  if ((first <= 0x20 || text === "") && BLANK.test(text)) return undefined;
  let value: Json;
  try {
    value = JSON.parse(text) as Json; // JSON.parse gives JSON values
  } catch {
    // The engine's own words differ from version to version, and would be hashed.
    return refuse(-32700, `invalid JSON: ${bytes.length} bytes`);
  }
  return isJsonObject(value) ? { text, value } : refuse(-32600, "frame must be a JSON object");
}
