import type { Direction } from "../wire/direction.js";

/** One method of a schema: its name on the wire, the side that handles it, and its definitions. */
export interface Method {
  readonly name: string;
  readonly side: "agent" | "client" | "protocol";
  readonly kind: "request" | "notification";
  readonly params: string;
  /** The definition of the result; absent for a notification. */
  readonly result?: string;
}

/** May this method travel in this direction? What the agent handles is sent by the client, and the other way round. */
export function isSentIn(method: Method, direction: Direction): boolean {
  if (method.side === "protocol") return true;
  return method.side === (direction === "c2a" ? "agent" : "client");
}

/** Names beginning with `_` are free for anybody (docs/protocol/v1/extensibility.mdx, "Extension Methods"). */
export function isExtension(name: string): boolean {
  return name.startsWith("_");
}

/** Names beginning with `$/` may be ignored when not known (docs/protocol/v1/cancellation.mdx; schema `ProtocolLevel`). */
export function isProtocolLevel(name: string): boolean {
  return name.startsWith("$/");
}
