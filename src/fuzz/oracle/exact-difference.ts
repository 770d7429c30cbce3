import type { ExactJson, ExactMember } from "../../wire/exact-json.js";
import { exactNumber } from "../../wire/exact-number.js";

/** The first place where two JSON values differ. */
export interface JsonDifference {
  /** As `params.prompt[0].text`; empty for the root. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

interface Pair {
  readonly path: string;
  readonly expected: ExactJson;
  readonly actual: ExactJson;
}

/**
 * Compares two values exactly: numbers as real numbers of any size, strings by code unit, null apart from absent, key
 * order ignored, and duplicate keys by all their values in order, so that a reader that keeps one of them is seen.
 * Undefined when they are equal. Iterative, since values may nest 20,000 deep.
 */
export function exactDifference(expected: ExactJson, actual: ExactJson): JsonDifference | undefined {
  const open: Pair[] = [{ path: "", expected, actual }];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const found = pair.expected.type === pair.actual.type ? step(pair, open) : differs(pair);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Compares the roots of a pair and puts its children on the stack, the first child on top. */
function step(pair: Pair, open: Pair[]): JsonDifference | undefined {
  const { path, expected, actual } = pair;
  if (expected.type === "object" && actual.type === "object") {
    return stepObject(path, expected.members, actual.members, open);
  }
  if (expected.type === "array" && actual.type === "array") {
    if (expected.items.length !== actual.items.length) {
      return {
        path,
        expected: `${expected.items.length} items`,
        actual: `${actual.items.length} items`,
      };
    }
    for (const [place, item] of [...expected.items.entries()].reverse()) {
      const other = actual.items[place];
      if (other !== undefined) open.push({ path: `${path}[${place}]`, expected: item, actual: other });
    }
    return undefined;
  }
  return scalarKey(expected) === scalarKey(actual) ? undefined : differs(pair);
}

function stepObject(
  path: string,
  expected: readonly ExactMember[],
  actual: readonly ExactMember[],
  open: Pair[],
): JsonDifference | undefined {
  const wanted = byKey(expected);
  const found = byKey(actual);
  for (const [key, values] of wanted) {
    const others = found.get(key);
    const place = path === "" ? key : `${path}.${key}`;
    if (others === undefined) return { path: place, expected: "present", actual: "absent" };
    if (values.length !== others.length) {
      return {
        path: place,
        expected: `the key ${values.length} times`,
        actual: `${others.length} times`,
      };
    }
  }
  for (const key of found.keys()) {
    if (!wanted.has(key)) {
      return { path: path === "" ? key : `${path}.${key}`, expected: "absent", actual: "present" };
    }
  }
  for (const [key, values] of [...wanted].reverse()) {
    for (const [place, value] of values.entries()) {
      const other = found.get(key)?.[place];
      const child = path === "" ? key : `${path}.${key}`;
      if (other !== undefined) open.push({ path: child, expected: value, actual: other });
    }
  }
  return undefined;
}

function byKey(members: readonly ExactMember[]): Map<string, ExactJson[]> {
  const values = new Map<string, ExactJson[]>();
  for (const { key, value } of members) {
    const known = values.get(key);
    if (known === undefined) values.set(key, [value]);
    else known.push(value);
  }
  return values;
}

function scalarKey(value: ExactJson): string {
  switch (value.type) {
    case "string":
      return value.value;
    case "number":
      return exactNumber(value.raw);
    case "literal":
      return String(value.value);
    case "array":
    case "object":
      return value.type;
  }
}

function differs({ path, expected, actual }: Pair): JsonDifference {
  return { path, expected: show(expected), actual: show(actual) };
}

function show(value: ExactJson): string {
  switch (value.type) {
    case "string":
    case "number":
      return value.raw;
    case "literal":
      return String(value.value);
    case "array":
      return `an array of ${value.items.length}`;
    case "object":
      return `an object of ${value.members.length}`;
  }
}
