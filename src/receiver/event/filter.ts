import type { ReceivedEvent } from "./event.js";

/**
 * Which events a subscriber wants: each attribute that is named has to match. A value matches itself, a list any of its
 * values, and a text that ends in `*` everything that begins so: `{"type": ["run.*", "tool.failed"], "session": "s1"}`.
 * `epoch`, `severity` and `capture` match their defaults where an event leaves them out.
 */
export type Filter = ReadonlyMap<string, readonly Scalar[]>;

type Scalar = string | number | boolean;

const DEFAULTS: Readonly<Record<string, Scalar>> = { epoch: 0, severity: "info", capture: "metadata" };

/** Reads a filter; undefined where it is none. */
export function readFilter(value: unknown): Filter | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const filter = new Map<string, readonly Scalar[]>();
  for (const [name, wanted] of Object.entries(value)) {
    const values: unknown[] = Array.isArray(wanted) ? wanted : [wanted];
    if (!values.every(isScalar)) return undefined;
    filter.set(name, values);
  }
  return filter;
}

/** Whether the event is one that the filter asks for. */
export function isWanted(filter: Filter, event: ReceivedEvent): boolean {
  for (const [name, wanted] of filter) {
    const own = Object.hasOwn(event, name) ? event[name] : DEFAULTS[name];
    if (!wanted.some((value) => matches(value, own))) return false;
  }
  return true;
}

function matches(wanted: Scalar, own: unknown): boolean {
  if (typeof wanted !== "string" || !wanted.endsWith("*")) return own === wanted;
  return typeof own === "string" && own.startsWith(wanted.slice(0, -1));
}

function isScalar(value: unknown): value is Scalar {
  return ["string", "number", "boolean"].includes(typeof value);
}
