import type { Subscription } from "../delivery/subscriber.js";
import { captureLevel } from "../event/capture-ceiling.js";
import type { Position } from "../event/event.js";
import { readEventId } from "../event/event-id.js";
import { readFilter } from "../event/filter.js";
import type { ReplayStart } from "../replay/replay-buffer.js";

/** What a subscriber says of itself, as values: from a query each was JSON text before. */
export interface Request {
  readonly filter?: unknown;
  readonly capture?: unknown;
  readonly from?: unknown;
  readonly lastEventId?: string | undefined;
  readonly live?: unknown;
}

/** Reads what a subscriber asks for, or says why it cannot be had. */
export function readSubscription(request: Request, maxPositions: number): Subscription | string {
  const filter = readFilter(request.filter ?? {});
  if (filter === undefined) return "bad filter JSON";
  const ceiling = request.capture === undefined ? "full" : captureLevel(request.capture);
  if (ceiling === undefined) return "bad capture";
  const start = readStart(request, maxPositions);
  if (typeof start === "string") return start;
  const isLive = ![0, "0", false].some((off) => off === request.live);
  return { filter, ceiling, isLive, ...(start !== undefined && { start }) };
}

/** The same from the query of `GET /stream` and its Last-Event-ID header. */
export function readQuery(
  query: Readonly<Record<string, string | undefined>>,
  lastEventId: string | undefined,
  maxPositions: number,
): Subscription | string {
  const filter = parsed(query["filter"]);
  if (filter === MALFORMED) return "bad filter JSON";
  const from = query["from"] === "all" ? "all" : parsed(query["from"]);
  if (from === MALFORMED) return "bad from JSON";
  return readSubscription(
    { filter, from, lastEventId, capture: query["capture"], live: query["live"] },
    maxPositions,
  );
}

const MALFORMED = Symbol("malformed");

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return MALFORMED;
  }
}

function readStart({ from, lastEventId }: Request, maxPositions: number): ReplayStart | string | undefined {
  if (from === "all") return { kind: "all" };
  if (Array.isArray(from)) {
    if (from.length > maxPositions) return "from too large";
    const positions = from.map(readPosition);
    return positions.every((one) => one !== undefined) ? { kind: "positions", positions } : "bad from JSON";
  }
  if (from !== undefined) return "bad from JSON";
  if (lastEventId === undefined || lastEventId === "") return undefined;
  const position = readEventId(lastEventId);
  return position === undefined ? "bad Last-Event-ID" : { kind: "last-seen", position };
}

/** A position as an object or as an event's id; its session is sent from the event behind it. */
function readPosition(value: unknown): Position | undefined {
  if (typeof value === "string") return readEventId(value);
  if (typeof value !== "object" || value === null) return undefined;
  const { session, epoch = 0, seq }: Readonly<Record<string, unknown>> = { ...value };
  if (typeof session !== "string" || !isPlace(epoch) || !isPlace(seq)) return undefined;
  return { session, epoch, seq };
}

/** -1 stands before the first event. */
function isPlace(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= -1;
}
