import type { Direction } from "../../src/wire/direction.js";
import { isJsonObject, type Json } from "../../src/wire/message.js";

/** One frame as text. */
export interface Line {
  readonly direction: Direction;
  readonly line: string;
}

/** What may appear: names and ids; kinds, the chosen option and the client's name besides; titles too. */
export type Exempt = "ids" | "kinds" | "metadata";

/** Members that say what a frame is about. Without them nothing would be mapped, so that no canary could show. */
const NAMES = ["jsonrpc", "method", "sessionUpdate", "type", "sessionId", "toolCallId", "id", "currency"];
const DECISIVE = ["status", "stopReason", "outcome"];
const KINDS = ["kind", "optionId"];

/** The frame with a canary in every other text, and in every name of a member inside content. */
export function plantCanaries(message: Json, exempt: Exempt): Json {
  return plant(message, exempt, false);
}

function plant(value: Json, exempt: Exempt, isContent: boolean): Json {
  if (typeof value === "string") return `canary ${value}`;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => plant(item, exempt, isContent));
  const members = Object.entries(value).map(([name, member]): [string, Json] => {
    if (isExempt(name, member, exempt, isContent)) return [name, member];
    if (name === "clientInfo" && exempt !== "ids" && !isContent) return [name, plantClient(member, exempt)];
    const isInside = isContent || name === "rawInput" || name === "rawOutput" || name === "_meta";
    return [isContent ? `canary ${name}` : name, plant(member, exempt, isInside)];
  });
  return Object.fromEntries(members);
}

/** The client's name and version are in `session.started`, at metadata; nothing else of it is. */
function plantClient(client: Json, exempt: Exempt): Json {
  const planted = plant(client, exempt, false);
  if (!isJsonObject(client) || !isJsonObject(planted)) return planted;
  const { name, version } = client;
  return { ...planted, ...(name !== undefined && { name }), ...(version !== undefined && { version }) };
}

function isExempt(name: string, member: Json, exempt: Exempt, isContent: boolean): boolean {
  if (isContent || typeof member !== "string") return false;
  if (NAMES.includes(name) || DECISIVE.includes(name)) return true;
  return (exempt !== "ids" && KINDS.includes(name)) || (exempt === "metadata" && name === "title");
}
