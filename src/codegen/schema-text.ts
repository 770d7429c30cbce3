import { Fault } from "../fault.js";
import type { SchemaDocument } from "./json-schema.js";

type Json = Readonly<Record<string, unknown>>;

/** Keywords by what stands behind them; everything else is no place for a schema (JSON Schema 2020-12, section 10). */
const MAPS = ["$defs", "properties"];
const LISTS = ["allOf", "anyOf", "oneOf"];
const NODES = ["items", "not", "additionalProperties", "unevaluatedProperties"];

/** Reads a schema file of any origin; what is no schema with definitions is a usage fault that names the file. */
export function parseSchema(text: string, name: string): SchemaDocument {
  const value = parseJson(text, name);
  const fail = (problem: string): Fault => new Fault("usage", `Cannot read schema "${name}": ${problem}`);
  if (!isRecord(value) || value["$defs"] === undefined) throw fail(`it has no "$defs"`);
  const problem = findProblem(value, "");
  if (problem !== undefined) throw fail(problem);
  // The walk above has just shown that every place of a schema holds one; a root without arms is an empty root.
  return { ...value, anyOf: value["anyOf"] ?? [] } as unknown as SchemaDocument;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\u{feff}/u, ""));
  } catch (error) {
    throw new Fault("usage", `Cannot read schema "${name}": it is not JSON`, { cause: error });
  }
}

/** The first place that should hold a schema and does not. */
function findProblem(node: unknown, place: string): string | undefined {
  if (typeof node === "boolean") return undefined;
  if (!isRecord(node)) return `"${place}" is not a schema`;
  for (const [keyword, value] of Object.entries(node)) {
    const problem = problemBehind(keyword, value, place === "" ? keyword : `${place}/${keyword}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemBehind(keyword: string, value: unknown, place: string): string | undefined {
  if (NODES.includes(keyword)) return findProblem(value, place);
  if (keyword === "$ref" && typeof value !== "string") return `"${place}" is not a text`;
  if (keyword === "required" && !isTexts(value)) return `"${place}" is not a list of names`;
  const isList = LISTS.includes(keyword);
  if (!isList && !MAPS.includes(keyword)) return undefined;
  if (isList ? !Array.isArray(value) : !isRecord(value)) {
    return `"${place}" is not ${isList ? "a list" : "an object"}`;
  }
  for (const [key, child] of Object.entries(value ?? {})) {
    const problem = findProblem(child, `${place}/${key}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
