import type { Json, JsonObject } from "../../wire/message.js";

const MOST_ID_UNITS = 1024;
const MOST_LEVELS = 100;
const EMPTY: JsonObject = {};

/** The value if it is an object, else an empty one: then every field is absent. */
export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !isArray(value) ? value : EMPTY;
}

/** The value if it is a string. */
export function stringOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value if it can name something: a string of 1 to 1,024 code units, the longest id that a transport of ACP takes. */
export function idOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= MOST_ID_UNITS ? value : undefined;
}

/** The value if it is there; null says the same as nothing. */
export function presentOf(value: Json | undefined): Json | undefined {
  return value === null ? undefined : value;
}

/** The value if it is a whole number from 0 on. */
export function countOf(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** `Array.isArray` does not tell a readonly array from an object. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Nests the value so little that whoever writes the event as JSON can do so? Looks no deeper than it has to. */
export function isShallow(value: Json, levels: number = MOST_LEVELS): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}

/** The fields that are there: an event leaves out what it does not know. */
export function known(fields: { readonly [name: string]: Json | undefined }): JsonObject {
  const data: Record<string, Json> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) data[name] = value;
  return data;
}
