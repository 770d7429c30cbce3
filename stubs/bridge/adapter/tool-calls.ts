import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import type { Unsayable } from "./behaviour.js";

/** An update of version 1, and what of the one of version 2 it does not say. */
export interface Adapted {
  readonly update: JsonObject;
  readonly unsaid: readonly Unsayable[];
}

/** A tool call of version 2 in the words of version 1; the first update of one is a tool call of its own there. */
export function adaptToolCall(update: JsonObject, isFirst: boolean): Adapted {
  const { content, ...rest } = update;
  const items: readonly Json[] = Array.isArray(content) ? content : [];
  const unsaid = [...items.flatMap(unsaidItem), ...(update["name"] === null ? [NAME] : [])];
  const sayable = items.filter((item) => unsaidItem(item).length === 0);
  const isCleared = content === null || (Array.isArray(content) && items.length === 0);
  return {
    update: {
      ...rest,
      ...(sayable.length > 0 || isCleared ? { content: sayable } : {}),
      ...(isFirst ? { sessionUpdate: "tool_call", title: update["title"] ?? "" } : {}),
    },
    unsaid,
  };
}

/** Does an update say more than whose it is? */
export function saysMore({ sessionUpdate: _, toolCallId: __, ...fields }: JsonObject): boolean {
  return Object.values(fields).some((value) => value !== null);
}

const NAME: Unsayable = "tool-call-name-null";

function unsaidItem(item: Json): Unsayable[] {
  const type = isJsonObject(item) ? item["type"] : undefined;
  if (type === "content" || type === "diff") return [];
  return [type === "terminal" ? "terminal" : "unknown-content"];
}
