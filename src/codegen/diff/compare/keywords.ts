import { isDeepStrictEqual } from "node:util";
import { type Change, change, type Severity } from "../change.js";
import { compareFormat } from "./format.js";
import type { Keywords } from "./node-view.js";
import { shorten } from "./shorten.js";

/** Keywords for people and for code generators: they judge no value. `discriminator` is OpenAPI's, not JSON Schema's. */
const TEXT: ReadonlySet<string> = new Set([
  ...["title", "description", "$comment", "$schema", "$id", "examples", "deprecated", "discriminator"],
  ...["readOnly", "writeOnly"],
]);

/** The method table tells these. */
const IGNORED: ReadonlySet<string> = new Set(["x-method", "x-side", "$defs"]);

const LOWER_BOUNDS: ReadonlySet<string> = new Set([
  ...["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"],
]);

const UPPER_BOUNDS: ReadonlySet<string> = new Set([
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"],
]);

/** Limits that are there or not, or that cannot be ordered. */
const OTHER_LIMITS: ReadonlySet<string> = new Set(["pattern", "multipleOf", "uniqueItems"]);

const FORMATS: ReadonlySet<string> = new Set(["format", "contentEncoding", "contentMediaType"]);

const LENIENCY_PREFIX = "x-deserialize-";

/** Compares what stands beside the type of two nodes: text, bounds, formats, defaults and annotations. */
export function compareKeywords(before: Keywords, after: Keywords, path: string): readonly Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !IGNORED.has(name) && !isDeepStrictEqual(before[name], after[name]))
    .map((name) => compareKeyword(name, before[name], after[name], path));
}

/** Does this keyword belong to a field, rather than to the values that its type allows? */
export function isFieldKeyword(name: string): boolean {
  return TEXT.has(name) || name === "default" || name.startsWith("x-");
}

function compareKeyword(name: string, before: unknown, after: unknown, path: string): Change {
  const words = `${name}: ${shorten(before, after)}`;
  const values = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  if (TEXT.has(name)) return change("text-changed", path, words, values);
  if (name.startsWith(LENIENCY_PREFIX)) {
    const kind = after === true ? "leniency-added" : "leniency-removed";
    return change(kind, path, name.slice(LENIENCY_PREFIX.length), values);
  }
  if (name.startsWith("x-")) return change("keyword-changed", path, words, { ...values, severity: "text" });
  if (name === "default") {
    return change("default-changed", path, words, { ...values, severity: ofDefault(before, after) });
  }
  if (FORMATS.has(name)) {
    return change("format-changed", path, words, { ...values, severity: compareFormat(before, after) });
  }
  if (LOWER_BOUNDS.has(name) || UPPER_BOUNDS.has(name) || OTHER_LIMITS.has(name)) {
    return change(isLooser(name, before, after) ? "bound-loosened" : "bound-tightened", path, words, values);
  }
  return change("keyword-changed", path, words, values);
}

/** A default that only says more than the old one still says the old one. */
function ofDefault(before: unknown, after: unknown): Severity {
  return before === undefined || holds(after, before) ? "additive" : "breaking";
}

function holds(whole: unknown, part: unknown): boolean {
  if (!isRecord(whole) || !isRecord(part)) return isDeepStrictEqual(whole, part);
  return Object.entries(part).every(([key, value]) => key in whole && holds(whole[key], value));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isLooser(name: string, before: unknown, after: unknown): boolean {
  if (after === undefined || after === false) return true;
  if (typeof before !== "number" || typeof after !== "number") return false;
  return LOWER_BOUNDS.has(name) ? after < before : UPPER_BOUNDS.has(name) && after > before;
}
