import type { Line } from "../../wire/line-splitter.js";
import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";
import { canonicalText } from "../canonical/canonical-text.js";
import { pythonNumber } from "../canonical/python-number.js";
import type { JudgedFrame } from "../frame/line-judge.js";
import { readLine } from "../frame/read-line.js";
import { type JournalRefusal, refuse } from "../frame/refusal.js";
import { NO_END, type TurnEnd } from "../frame/turns.js";

/**
 * Reads a line as the published journal reads one: by its envelope alone, since the closed dialect of that system is not
 * ours. Undefined for a blank line.
 */
export function publishedFrame(
  line: Line,
): (JudgedFrame & { readonly text: string }) | JournalRefusal | undefined {
  const read = readLine(line);
  if (read === undefined || "code" in read) return read;
  const { text, value } = read;
  if (value["jsonrpc"] !== "2.0") return refuse(-32600, "jsonrpc must be '2.0'");
  const frame = { canonical: canonicalText(text, pythonNumber), end: publishedEnd(value), text };
  if ("method" in value) {
    const method = value["method"];
    if (typeof method !== "string") return refuse(-32600, "method must be a string");
    return { ...frame, kind: "id" in value ? "request" : "notification", method };
  }
  const hasError = "error" in value;
  if (!hasError && !("result" in value)) {
    return refuse(-32600, "frame is neither a JSON-RPC request nor a response");
  }
  if (hasError && "result" in value) {
    return refuse(-32600, "response must have exactly one of 'result' or 'error'");
  }
  if (!("id" in value)) return refuse(-32600, "response must have an 'id' field");
  return { ...frame, kind: hasError ? "error" : "response", method: null };
}

/** The published rule, which asks neither for which request nor whether the frame is a response at all. */
function publishedEnd(value: JsonObject): TurnEnd {
  if ("error" in value) return { isTerminal: true, stopReason: "error" };
  const result: Json | undefined = value["result"];
  const stopReason = isJsonObject(result) ? result["stopReason"] : undefined;
  return typeof stopReason === "string" && stopReason !== "" ? { isTerminal: true, stopReason } : NO_END;
}
