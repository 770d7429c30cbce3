import type { Arm, Definition, Field, ObjectShape, Shape } from "../model/shape.js";

/** A draft-07 schema as json-schema-to-typescript takes it. */
export type TypeSchema = { readonly [keyword: string]: unknown };

/**
 * The schema of one definition's TypeScript type. It has no titles below the top and no union beside properties: those
 * are what makes the compiler invent names (`Request1`) and twins.
 */
export function typeSchema({ shape, description }: Definition): TypeSchema {
  return { ...schemaOf(shape), ...summary(description) };
}

function schemaOf(shape: Shape): TypeSchema {
  switch (shape.kind) {
    case "any":
      return {};
    case "reference":
      return { $ref: `#/definitions/${shape.name}` };
    case "scalar":
      return { type: shape.type };
    case "enum":
      return shape.isOpen ? { tsType: openEnum(shape.values, shape.scalar.type) } : { enum: shape.values };
    case "array":
      return { type: "array", items: schemaOf(shape.items) };
    case "object":
      return objectSchema(shape);
    case "nullable":
      return { anyOf: [schemaOf(shape.shape), { type: "null" }] };
    case "union":
      return { anyOf: shape.arms.map(armSchema) };
  }
}

/** The known values stay visible (and completed by editors) beside the type that allows all others. */
function openEnum(values: readonly (string | number)[], type: string): string {
  const rest = type === "string" ? "(string & {})" : "number";
  return type === "string" ? [...values.map((value) => JSON.stringify(value)), rest].join(" | ") : rest;
}

function objectSchema(shape: ObjectShape): TypeSchema {
  const fields = Object.entries(shape.fields);
  const own = {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
    required: fields.filter(([, field]) => field.isRequired).map(([name]) => name),
    additionalProperties: shape.values === undefined ? shape.isOpen : schemaOf(shape.values),
  };
  const parts = [
    ...shape.includes.map((name) => ({ $ref: `#/definitions/${name}` })),
    ...(shape.union === undefined ? [] : [schemaOf(shape.union)]),
  ];
  return parts.length === 0 ? own : { allOf: [own, ...parts] };
}

function fieldSchema(field: Field): TypeSchema {
  const schema = schemaOf(field.shape);
  // A description beside $ref would make the compiler inline the definition.
  return "$ref" in schema
    ? { allOf: [schema], ...summary(field.description) }
    : { ...schema, ...summary(field.description) };
}

function armSchema(arm: Arm): TypeSchema {
  return schemaOf(arm.shape);
}

/** The first paragraph: enough to read a type by; the schema file has the rest. */
function summary(description: string | undefined): TypeSchema {
  const [paragraph] = description?.split(/\n\s*\n/) ?? [];
  return paragraph === undefined ? {} : { description: paragraph.replaceAll("*/", "* /") };
}
