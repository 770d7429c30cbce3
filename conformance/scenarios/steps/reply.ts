import type { Reply } from "../../../src/driver/agent-connection.js";
import type { Frame } from "../../../src/wire/frame.js";
import { isJsonObject, type Json } from "../../../src/wire/message.js";

const SHOWN_CHARACTERS = 160;

/** A JSON value as a finding shows it: short, on one line. */
export function shortly(value: Json | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** What came back for a request, in words. */
export function told(reply: Reply): string {
  switch (reply.kind) {
    case "silence":
      return reply.reason;
    case "error":
      return `error ${shortly(reply.error["code"])} ${shortly(reply.error["message"])}`;
    case "result":
      return `result ${shortly(reply.result)}`;
  }
}

/** The frames that show a reply: its request, and the response if there is one. */
export function framesOf(reply: Reply): Frame[] {
  return reply.kind === "silence" ? [reply.request] : [reply.request, reply.frame];
}

/** The error code of a reply, or undefined when it is no error. */
export function errorCode(reply: Reply): Json | undefined {
  return reply.kind === "error" ? reply.error["code"] : undefined;
}

/** A member of an object, or undefined when there is no such member or no object. */
export function member(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) ? value[key] : undefined;
}

/** The value at a path of member names. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(member, value);
}

/** The value as a list; anything but an array is an empty one. */
export function items(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
