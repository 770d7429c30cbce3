import { armsOf, definitionName, type JsonSchema } from "../json-schema.js";
import { readUnion } from "./read-union.js";
import type { EnumShape, Field, Leniency, ObjectShape, ScalarShape, ScalarType, Shape } from "./shape.js";
import { unsupported } from "./unsupported.js";

/** Keywords that `readShape` understands; one more in a new schema must be noticed, not skipped. */
const KNOWN_KEYWORDS: ReadonlySet<string> = new Set([
  ...[
    "$ref",
    "title",
    "description",
    "type",
    "const",
    "format",
    "minimum",
    "maximum",
    "minLength",
    "minItems",
  ],
  ...[
    "contentEncoding",
    "default",
    "properties",
    "required",
    "additionalProperties",
    "unevaluatedProperties",
  ],
  ...["items", "allOf", "anyOf", "oneOf", "not", "discriminator", "x-method", "x-side", "x-docs-ignore"],
  ...["x-deserialize-default-on-error", "x-deserialize-skip-invalid-items", "x-deserialize-default-on-null"],
]);

const LENIENCIES: readonly Leniency[] = ["default-on-error", "default-on-null", "skip-invalid-items"];

const SCALAR_TYPES: readonly string[] = ["string", "integer", "number", "boolean", "null"];

/** Reads one schema node; `place` names it in a fault. */
export function readShape(node: JsonSchema, place: string): Shape {
  for (const keyword of Object.keys(node)) {
    if (!KNOWN_KEYWORDS.has(keyword)) throw unsupported(place, `keyword "${keyword}" is unknown`);
  }
  if (node.$ref !== undefined) return { kind: "reference", name: definitionName(node.$ref) };
  if (Array.isArray(node.type)) return readNullableType(node, node.type, place);
  if (node.type === "object") return readObject(node, place);
  if (node.properties !== undefined) throw unsupported(place, "properties without type object");
  if (node.type === "array") return readArray(node, place);
  if (typeof node.type === "string") return readConstant(node, node.type, place);
  if (armsOf(node).length > 0) return readArms(node, place);
  const [first, ...others] = node.allOf ?? [];
  if (first === undefined) return { kind: "any" };
  if (others.length > 0) throw unsupported(place, "allOf of several nodes without type object");
  return readShape(first, place);
}

function readNullableType(node: JsonSchema, types: readonly string[], place: string): Shape {
  const [type, ...others] = types.filter((name) => name !== "null");
  if (type === undefined || others.length > 0 || types.length !== 2) {
    throw unsupported(place, `type is ${JSON.stringify(types)}, only one type with null is known`);
  }
  return { kind: "nullable", shape: readShape({ ...node, type }, place) };
}

function readConstant(node: JsonSchema, type: string, place: string): ScalarShape | EnumShape {
  const scalar = readScalar(node, type, place);
  return node.const === undefined ? scalar : { kind: "enum", values: [node.const], isOpen: false, scalar };
}

function readScalar(node: JsonSchema, type: string, place: string): ScalarShape {
  if (!isScalarType(type)) throw unsupported(place, `type "${type}" is unknown`);
  const { format, minimum, maximum, minLength, contentEncoding } = node;
  return {
    kind: "scalar",
    type,
    ...(format !== undefined && { format }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(minLength !== undefined && { minLength }),
    ...(contentEncoding !== undefined && { contentEncoding }),
  };
}

function isScalarType(type: string): type is ScalarType {
  return SCALAR_TYPES.includes(type);
}

function readArray(node: JsonSchema, place: string): Shape {
  const items = node.items === undefined ? ({ kind: "any" } as const) : readShape(node.items, `${place}[]`);
  return { kind: "array", items, ...(node.minItems !== undefined && { minItems: node.minItems }) };
}

function readObject(node: JsonSchema, place: string): ObjectShape {
  const { additionalProperties, unevaluatedProperties } = node;
  if (additionalProperties === false || unevaluatedProperties === false) {
    throw unsupported(place, "closed objects are unknown");
  }
  const fields = Object.entries(node.properties ?? {}).map(([name, property]): [string, Field] => [
    name,
    readField(property, node.required?.includes(name) ?? false, `${place}.${name}`),
  ]);
  const unnamed = node.required?.filter((name) => node.properties?.[name] === undefined) ?? [];
  if (unnamed.length > 0) throw unsupported(place, `required names no property: ${unnamed.join(", ")}`);
  return {
    kind: "object",
    fields: Object.fromEntries(fields),
    includes: (node.allOf ?? []).map((part) => readInclude(part, place)),
    ...(armsOf(node).length > 0 && { union: readUnion(node, place, readShape) }),
    isOpen: additionalProperties !== undefined || unevaluatedProperties === true,
    ...(typeof additionalProperties === "object" && {
      values: readShape(additionalProperties, `${place}.*`),
    }),
  };
}

function readInclude(part: JsonSchema, place: string): string {
  if (part.$ref === undefined) throw unsupported(place, "allOf of an object holds more than a reference");
  return definitionName(part.$ref);
}

function readField(node: JsonSchema, isRequired: boolean, place: string): Field {
  return {
    shape: readShape(node, place),
    isRequired,
    ...(node.description !== undefined && { description: node.description }),
    leniency: LENIENCIES.filter((leniency) => node[`x-deserialize-${leniency}`] === true),
  };
}

/** A union with nothing beside it: a nullable, an enum, or real arms. */
function readArms(node: JsonSchema, place: string): Shape {
  const arms = armsOf(node);
  const [other] = arms.filter((arm) => arm.type !== "null");
  if (arms.length === 2 && arms.some((arm) => arm.type === "null") && other !== undefined) {
    return { kind: "nullable", shape: readShape(other, place) };
  }
  return readEnum(arms, place) ?? readUnion(node, place, readShape);
}

function readEnum(arms: readonly JsonSchema[], place: string): EnumShape | undefined {
  const constants = arms.filter((arm) => arm.const !== undefined);
  const [rest, ...others] = arms.filter((arm) => arm.const === undefined);
  const [first] = constants;
  if (first === undefined || typeof first.type !== "string" || others.length > 0) return undefined;
  if (rest !== undefined && (rest.type !== first.type || armsOf(rest).length > 0)) return undefined;
  const values = constants.flatMap((arm) => arm.const ?? []);
  return {
    kind: "enum",
    values,
    isOpen: rest !== undefined,
    scalar: readScalar(rest ?? first, first.type, place),
  };
}
