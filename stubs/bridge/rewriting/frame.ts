import type { Buffer } from "node:buffer";
import { type ExactJson, type ExactMember, memberOf, parseExactJson } from "../../../src/wire/exact-json.js";

/** What a line says, with every value as it was written. */
export function readFrame(line: Buffer): ExactJson | undefined {
  return parseExactJson(line.toString("utf8"));
}

/** The text at a path; undefined where there is none. */
export function textAt(frame: ExactJson, path: readonly string[]): string | undefined {
  const value = valueAt(frame, path);
  return value?.type === "string" ? value.value : undefined;
}

export function valueAt(frame: ExactJson, path: readonly string[]): ExactJson | undefined {
  let value: ExactJson | undefined = frame;
  for (const key of path) value = value && memberOf(value, key);
  return value;
}

/** The frame with another value at a path that it has; undefined takes the member away. */
export function withValue(
  frame: ExactJson,
  [key, ...rest]: readonly string[],
  value: ExactJson | undefined,
): ExactJson {
  if (frame.type !== "object" || key === undefined) return frame;
  const members = frame.members.flatMap((member): ExactMember[] => {
    if (member.key !== key) return [member];
    if (rest.length > 0) return [{ key, value: withValue(member.value, rest, value) }];
    return value === undefined ? [] : [{ key, value }];
  });
  return { type: "object", members };
}

/** The frame with the members of its root in the order of their keys. */
export function sorted(frame: ExactJson): ExactJson {
  if (frame.type !== "object") return frame;
  const members = frame.members.toSorted((left, right) =>
    left.key === right.key ? 0 : left.key < right.key ? -1 : 1,
  );
  return { type: "object", members };
}

export function string(value: string): ExactJson {
  return { type: "string", value, raw: JSON.stringify(value) };
}

export function number(value: number): ExactJson {
  return { type: "number", raw: String(value) };
}
