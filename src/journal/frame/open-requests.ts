import { type Direction, opposite } from "../../wire/direction.js";
import { exactNumber } from "../../wire/exact-number.js";
import type { JsonObject } from "../../wire/message.js";
import { canonicalMembers } from "../canonical/canonical-text.js";

/** A request that waits for its response. */
export interface OpenRequest {
  readonly method: string;
  readonly direction: Direction;
}

/**
 * Which request a response answers, by direction and id, oldest first. Like protocol's Correlation, without keeping
 * frames: a journal runs for days.
 */
export class OpenRequests {
  readonly #open: Record<Direction, Map<string, OpenRequest[]>> = { c2a: new Map(), a2c: new Map() };

  /** A request with this id travels. */
  open(key: string, request: OpenRequest): void {
    const waiting = this.#open[request.direction].get(key);
    if (waiting === undefined) this.#open[request.direction].set(key, [request]);
    else waiting.push(request);
  }

  /** The request that a response travelling in this direction would answer. */
  find(key: string, direction: Direction): OpenRequest | undefined {
    return this.#open[opposite(direction)].get(key)?.[0];
  }

  /** Takes the request away that `find` gives. */
  close(key: string, direction: Direction): void {
    const requests = this.#open[opposite(direction)];
    const waiting = requests.get(key);
    waiting?.shift();
    if (waiting?.length === 0) requests.delete(key);
  }

  clear(): void {
    this.#open.c2a.clear();
    this.#open.a2c.clear();
  }
}

/** Equal for the ids of two frames exactly when they have one type and one exact value. */
export function idKey(frame: JsonObject, text: string): string {
  const id = frame["id"];
  if (typeof id === "string") return `s:${id}`;
  if (typeof id !== "number") return String(id);
  // JSON.parse rounds an integer beyond 2^53 and takes -0 for 0; then the text has to be looked at.
  if (Number.isSafeInteger(id) && id !== 0) return `n:${exactNumber(String(id))}`;
  const member = canonicalMembers(text).get("id") ?? "";
  return `n:${exactNumber(member.slice(member.indexOf(":") + 1))}`;
}
