import type { Direction } from "../../wire/direction.js";
import { memberOf, parseExactJson } from "../../wire/exact-json.js";
import type { Json } from "../../wire/message.js";
import { readRequestId } from "../../wire/request-id.js";
import type { SessionFrame } from "./frame.js";

/** The frame that a line is; undefined where the line is no JSON. Numbers as ids are read exactly. */
export function frameOfText(direction: Direction, text: string): SessionFrame | undefined {
  const message = parse(text);
  if (message === undefined) return undefined;
  const { id } = Object(message);
  const isExact = typeof id !== "number" || Number.isSafeInteger(id);
  return isExact ? { direction, message } : { direction, message, id: exactId(text) };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function exactId(text: string): string | undefined {
  const exact = parseExactJson(text);
  const id = exact === undefined ? undefined : memberOf(exact, "id");
  return id === undefined ? undefined : readRequestId(id).key;
}
