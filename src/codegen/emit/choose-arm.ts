import type { Arm, ScalarType, Shape } from "../model/shape.js";

/** A JSON Schema as ajv takes it. */
export type ValidatorSchema = { readonly [keyword: string]: unknown };

/** The definitions by name, for shapes that refer to them. */
export type Shapes = ReadonlyMap<string, Shape>;

/** A schema that judges by one of two others. */
export function conditional(
  condition: ValidatorSchema,
  consequence: ValidatorSchema,
  alternative: ValidatorSchema,
): ValidatorSchema {
  // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword, and no schema is ever awaited
  return { if: condition, then: consequence, else: alternative };
}

/**
 * The arm whose errors are worth reading, for a value that is known to match none: the one with the value's JSON type
 * or, among objects, the one of which the value has a required field that no other arm requires.
 */
export function chooseArm(
  arms: readonly Arm[],
  schemas: readonly ValidatorSchema[],
  shapes: Shapes,
): ValidatorSchema {
  const types = arms.flatMap(({ shape }) => jsonType(shape) ?? []);
  const typesDiffer = types.length === arms.length && new Set(types).size === types.length;
  const fallback: ValidatorSchema = typesDiffer ? { type: types } : (schemas[0] ?? { not: {} });
  return arms.reduceRight<ValidatorSchema>((rest, arm, index) => {
    const others = arms.filter((other) => other !== arm).map((other) => other.shape);
    const sign = typesDiffer ? typeSign(jsonType(arm.shape)) : signOf(arm.shape, others, shapes);
    return sign === undefined ? rest : conditional(sign, schemas[index] ?? {}, rest);
  }, fallback);
}

function jsonType(shape: Shape): ScalarType | "array" | undefined {
  if (shape.kind === "array") return "array";
  return shape.kind === "scalar" ? shape.type : undefined;
}

/** Numbers go through `wireNumber`, so that a bigint out of range meets the arm for integers. */
function typeSign(type: string | undefined): ValidatorSchema {
  return type === "integer" || type === "number" ? { wireNumber: { type } } : { type };
}

/** A schema for values that try to be this shape and none of the others. */
function signOf(shape: Shape, others: readonly Shape[], shapes: Shapes): ValidatorSchema | undefined {
  if (shape.kind === "array") {
    const items = others.flatMap((other) => (other.kind === "array" ? [other.items] : []));
    const sign = signOf(shape.items, items, shapes);
    return sign && { type: "array", contains: sign };
  }
  const taken = new Set(others.flatMap((other) => requiredFields(other, shapes)));
  const own = requiredFields(shape, shapes).filter((name) => !taken.has(name));
  return own.length === 0 ? undefined : { type: "object", anyOf: own.map((name) => ({ required: [name] })) };
}

function requiredFields(shape: Shape, shapes: Shapes): readonly string[] {
  if (shape.kind === "reference") return requiredFields(shapes.get(shape.name) ?? { kind: "any" }, shapes);
  if (shape.kind !== "object") return [];
  const own = Object.entries(shape.fields).flatMap(([name, field]) => (field.isRequired ? [name] : []));
  const included = shape.includes.flatMap((name) => requiredFields({ kind: "reference", name }, shapes));
  return [...own, ...included];
}
