import { isDeepStrictEqual } from "node:util";
import { armsOf, definitionName, type JsonSchema, type SchemaDocument } from "../../json-schema.js";
import { type Change, change } from "../change.js";
import { compareUnions } from "./union.js";

type Definitions = SchemaDocument["$defs"];

export type Compare = (before: JsonSchema, after: JsonSchema, path: string) => readonly Change[];

/** Compares two object nodes: their properties, the definitions they include, the union beside them, and openness. */
export function compareObjects(
  before: JsonSchema,
  after: JsonSchema,
  path: string,
  scope: { readonly before: Definitions; readonly after: Definitions },
  compare: Compare,
): readonly Change[] {
  const [included, includes] = [includesOf(before), includesOf(after)];
  const isSame = isDeepStrictEqual(included, includes);
  const old = isSame ? before : flatten(before, scope.before);
  const young = isSame ? after : flatten(after, scope.after);
  const words = `includes ${included.join(", ") || "nothing"} → ${includes.join(", ") || "nothing"}`;
  return [
    ...(isSame ? [] : [change("reference-changed", path, words)]),
    ...(isSame ? compareType(before, after, path) : []),
    ...compareProperties(old, young, path, compare),
    ...compareOpenness(old, young, path, compare),
    ...compareArms(old, young, path, compare),
  ];
}

/** Without the type, `properties` asks something of objects only and lets everything else pass. */
function compareType(before: JsonSchema, after: JsonSchema, path: string): readonly Change[] {
  if ((before.type === undefined) === (after.type === undefined)) return [];
  return [
    after.type === undefined
      ? change("type-widened", path, "need not be an object")
      : change("type-narrowed", path, "must be an object"),
  ];
}

function includesOf(node: JsonSchema): readonly string[] {
  return (node.allOf ?? [])
    .map((part) => (part.$ref === undefined ? JSON.stringify(part) : definitionName(part.$ref)))
    .sort();
}

/** The object with all that it includes: fields may move between the two without a change on the wire. */
function flatten(node: JsonSchema, definitions: Definitions, seen: readonly JsonSchema[] = []): JsonSchema {
  const parts = (node.allOf ?? [])
    .map((part) => (part.$ref === undefined ? part : (definitions[definitionName(part.$ref)] ?? {})))
    .filter((part) => !seen.includes(part))
    .map((part) => flatten(part, definitions, [...seen, node]));
  const all = [...parts, node];
  const union = all.find((part) => armsOf(part).length > 0);
  return {
    ...node,
    properties: Object.assign({}, ...all.map((part) => part.properties)),
    required: [...new Set(all.flatMap((part) => part.required ?? []))],
    ...(union?.anyOf && { anyOf: union.anyOf }),
    ...(union?.oneOf && { oneOf: union.oneOf }),
  };
}

function compareProperties(
  before: JsonSchema,
  after: JsonSchema,
  path: string,
  compare: Compare,
): readonly Change[] {
  return [...new Set([...namesOf(before), ...namesOf(after)])].flatMap((name) => {
    const [old, young] = [before.properties?.[name], after.properties?.[name]];
    const at = `${path}.${name}`;
    if (!namesOf(after).has(name)) {
      return [change("property-removed", at, isRequired(before, name) ? "was required" : "was optional")];
    }
    if (!namesOf(before).has(name)) return [addition(at, isRequired(after, name))];
    return [
      ...compareRequired(isRequired(before, name), isRequired(after, name), at),
      ...compare(old ?? {}, young ?? {}, at),
    ];
  });
}

function namesOf(node: JsonSchema): ReadonlySet<string> {
  return new Set([...Object.keys(node.properties ?? {}), ...(node.required ?? [])]);
}

function isRequired(node: JsonSchema, name: string): boolean {
  return node.required?.includes(name) ?? false;
}

function addition(path: string, required: boolean): Change {
  return required
    ? change("required-added", path, "new and required")
    : change("property-added", path, "optional");
}

function compareRequired(before: boolean, after: boolean, path: string): readonly Change[] {
  if (before === after) return [];
  return [
    after
      ? change("required-added", path, "was optional")
      : change("required-dropped", path, "became optional"),
  ];
}

/** What is said about properties without a name. */
function compareOpenness(
  before: JsonSchema,
  after: JsonSchema,
  path: string,
  compare: Compare,
): readonly Change[] {
  return (["additionalProperties", "unevaluatedProperties"] as const).flatMap((keyword) => {
    const [old, young] = [before[keyword], after[keyword]];
    if (isDeepStrictEqual(old, young)) return [];
    if (typeof old === "object" && typeof young === "object") return compare(old, young, `${path}.*`);
    const words = `${keyword}: ${word(old)} → ${word(young)}`;
    if (isOpen(old) && isOpen(young)) {
      return [change("keyword-changed", path, `${words}: same on the wire`, { severity: "text" })];
    }
    const loosens = old === false || isOpen(young);
    return [change(loosens ? "type-widened" : "type-narrowed", path, words)];
  });
}

/** A keyword that is absent or true lets every other property pass. */
function isOpen(value: boolean | JsonSchema | undefined): boolean {
  return value === undefined || value === true;
}

function word(value: boolean | JsonSchema | undefined): string {
  return typeof value === "object" ? "a schema" : String(value ?? "absent");
}

function compareArms(
  before: JsonSchema,
  after: JsonSchema,
  path: string,
  compare: Compare,
): readonly Change[] {
  const [old, young] = [armsOf(before).length, armsOf(after).length];
  if (old > 0 && young > 0) return compareUnions(before, after, path, compare);
  if (old === young) return [];
  return [
    young > 0
      ? change("type-narrowed", path, `must match one of ${young} arms`)
      : change("type-widened", path, `need not match one of ${old} arms any more`),
  ];
}
