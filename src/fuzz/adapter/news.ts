import type { Frame } from "../../wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";
import type { Turn } from "./turn.js";
import { KNOWN_TOOL_CALL, LAST_TEXT } from "./turn-script.js";

/** What was said in a turn and not in the same turn without that which version 1 cannot say. */
export interface News {
  readonly toClient: readonly Frame[];
  readonly toAgent: readonly Frame[];
  readonly stderr: readonly string[];
}

/** Compares a turn with an ordinary one, names that differ from run to run left out. */
export function newsIn(turn: Turn, ordinary: Turn): News {
  return {
    toClient: beyond(turn.toClient, ordinary.toClient, told).filter((frame) => !saysNothing(frame)),
    toAgent: beyond(turn.toAgent, ordinary.toAgent, told),
    stderr: beyond(linesOf(turn.stderr), linesOf(ordinary.stderr), (line) => line.replaceAll(/\d+/g, "0")),
  };
}

/** Does an adapter write its traffic to stderr? Then a line there is no word about a loss. */
export function logsTraffic({ stderr }: Turn): boolean {
  return stderr.includes(LAST_TEXT) || stderr.includes("session/update") || stderr.includes("_chunk");
}

/** The update that a frame brings; undefined where it brings none. */
export function updateIn({ message }: Frame): JsonObject | undefined {
  if (message.kind !== "notification" || message.method !== "session/update") return undefined;
  const update = isJsonObject(message.params) ? message.params["update"] : undefined;
  return isJsonObject(update) ? update : undefined;
}

/** The text of a piece of an agent's message; undefined where the update is none. */
export function textOf(update: JsonObject): string | undefined {
  const { sessionUpdate, content } = update;
  const text = isJsonObject(content) ? content["text"] : undefined;
  return sessionUpdate === "agent_message_chunk" && typeof text === "string" ? text : undefined;
}

/**
 * A frame that leaves a client of version 1 as it was: an update of the tool call without a value that is new, where null
 * and nothing mean the same (docs/rfds/tool-call-name.mdx, "Compatibility and conversion"), or a piece of empty text.
 */
function saysNothing(frame: Frame): boolean {
  const update = updateIn(frame);
  if (update === undefined) return false;
  const { sessionUpdate, ...fields } = update;
  if (sessionUpdate !== "tool_call" && sessionUpdate !== "tool_call_update") return textOf(update) === "";
  return Object.entries(fields).every(
    ([name, value]) => isEmpty(value) || JSON.stringify(value) === JSON.stringify(KNOWN_TOOL_CALL[name]),
  );
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** What is in one list and not in the other, each thing as often as it is there more often. */
function beyond<Thing>(
  some: readonly Thing[],
  others: readonly Thing[],
  keyOf: (one: Thing) => string,
): Thing[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  return some.filter((one) => {
    const count = left.get(keyOf(one)) ?? 0;
    left.set(keyOf(one), count - 1);
    return count <= 0;
  });
}

/** Names that an adapter may give anew in each run. */
const NAMES: ReadonlySet<string> = new Set(["id", "sessionId", "messageId"]);

function told({ message, text }: Frame): string {
  if (message.kind === "malformed") return text;
  return JSON.stringify(message.value, (key, value: unknown) => (NAMES.has(key) ? "" : value));
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}
