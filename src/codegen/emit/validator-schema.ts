import type { Arm, ObjectShape, ScalarShape, Shape, UnionShape } from "../model/shape.js";
import { chooseArm, conditional, type Shapes, type ValidatorSchema } from "./choose-arm.js";

/**
 * The schema that ajv compiles for a shape: equivalent to the vendor's, but spelled so that a failing union reports
 * only the arm that the value means. Integers go to the keyword `wireNumber`, which also takes bigint.
 */
export function validatorSchema(shape: Shape, shapes: Shapes): ValidatorSchema {
  switch (shape.kind) {
    case "any":
      return {};
    case "reference":
      return { definition: shape.name };
    case "scalar":
      return scalarSchema(shape);
    case "enum":
      return shape.isOpen ? scalarSchema(shape.scalar) : { enum: shape.values };
    case "array":
      return {
        type: "array",
        items: validatorSchema(shape.items, shapes),
        ...(shape.minItems !== undefined && { minItems: shape.minItems }),
      };
    case "object":
      return objectSchema(shape, shapes);
    case "nullable":
      return orNull(validatorSchema(shape.shape, shapes));
    case "union":
      return unionSchema(shape, shapes);
  }
}

function scalarSchema({ type, format, minimum, maximum, minLength }: ScalarShape): ValidatorSchema {
  if (type === "integer" || type === "number") return { wireNumber: { type, format, minimum, maximum } };
  return { type, ...(format !== undefined && { format }), ...(minLength !== undefined && { minLength }) };
}

function orNull(schema: ValidatorSchema): ValidatorSchema {
  // Half of all fields are nullable: the short spellings keep the compiled code small.
  if (typeof schema["type"] === "string") return { ...schema, type: [schema["type"], "null"] };
  if (Array.isArray(schema["enum"])) return { enum: [...schema["enum"], null] };
  return { if: { type: "null" }, else: schema };
}

function objectSchema({ fields, includes, union, values }: ObjectShape, shapes: Shapes): ValidatorSchema {
  const entries = Object.entries(fields);
  const parts = [
    ...includes.map((name) => ({ definition: name })),
    ...(union === undefined ? [] : [unionSchema(union, shapes)]),
  ];
  return {
    type: "object",
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, validatorSchema(field.shape, shapes)]),
    ),
    required: entries.filter(([, field]) => field.isRequired).map(([name]) => name),
    ...(values !== undefined && { additionalProperties: validatorSchema(values, shapes) }),
    ...(parts.length > 0 && { allOf: parts }),
  };
}

function unionSchema(union: UnionShape, shapes: Shapes): ValidatorSchema {
  const { tag, arms } = union;
  const untagged = arms.filter((arm) => arm.tagValue === undefined);
  if (tag === undefined || (untagged.length > 0 && union.rule === "oneOf"))
    return untaggedSchema(union, shapes);

  const byTag = (fallback: ValidatorSchema): ValidatorSchema => dispatch(tag, arms, fallback, shapes);
  const [only] = untagged;
  if (only === undefined) return byTag(closedTag(tag, arms));
  if (untagged.length === 1 && excludesEveryTag(only, arms)) return byTag(armSchema(only, tag, shapes));
  // An untagged arm takes whatever fits it, whichever tag the value has (McpServer: type "http" that is also stdio).
  const anyUntagged = untagged.map((arm) => armSchema(arm, tag, shapes));
  return { if: { anyOf: anyUntagged }, else: byTag(chooseArm(untagged, anyUntagged, shapes)) };
}

function dispatch(
  tag: string,
  arms: readonly Arm[],
  fallback: ValidatorSchema,
  shapes: Shapes,
): ValidatorSchema {
  return arms.reduceRight<ValidatorSchema>(
    (rest, arm) =>
      arm.tagValue === undefined
        ? rest
        : conditional(hasTag(tag, arm.tagValue), armSchema(arm, tag, shapes), rest),
    fallback,
  );
}

function hasTag(tag: string, value: string): ValidatorSchema {
  return { type: "object", required: [tag], properties: { [tag]: { const: value } } };
}

function closedTag(tag: string, arms: readonly Arm[]): ValidatorSchema {
  const values = arms.flatMap((arm) => arm.tagValue ?? []);
  return { type: "object", required: [tag], properties: { [tag]: { enum: values } } };
}

function excludesEveryTag(catchAll: Arm, arms: readonly Arm[]): boolean {
  return arms.every((arm) => arm.tagValue === undefined || catchAll.excludes.includes(arm.tagValue));
}

function armSchema({ shape, excludes }: Arm, tag: string | undefined, shapes: Shapes): ValidatorSchema {
  const schema = validatorSchema(shape, shapes);
  if (excludes.length === 0 || tag === undefined) return schema;
  return { allOf: [schema, { properties: { [tag]: { not: { enum: excludes } } } }] };
}

/** With `oneOf`, a value that several arms match is wrong too; only then is there no arm to point at. */
function untaggedSchema({ rule, tag, arms }: UnionShape, shapes: Shapes): ValidatorSchema {
  const schemas = arms.map((arm) => armSchema(arm, tag, shapes));
  const [only] = schemas;
  if (schemas.length === 1 && only !== undefined) return only;
  const oneAtMost = rule === "oneOf" ? { oneOf: schemas } : {};
  return conditional({ anyOf: schemas }, oneAtMost, chooseArm(arms, schemas, shapes));
}
