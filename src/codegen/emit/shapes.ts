import type { Definition, Field, Model, Shape, UnionShape } from "../model/shape.js";
import { literal } from "./literal.js";

/** The types of the shape tables; one file, because all schemas share it. */
export function emitShapeTypes(): string {
  return SHAPE_TYPES;
}

/** What each definition's values look like, as data: for checks and generators that walk a value with its schema. */
export function emitShapes(model: Model): string {
  return `import type { Shape } from "../shape.js";

/** The shape of every definition, by name. */
export const shapes: Readonly<Record<string, Shape>> = {
${model.definitions.map(shapeRow).join("")}};
`;
}

function shapeRow({ name, shape }: Definition): string {
  return `  ${name}: ${literal(shapeData(shape), 2)},\n`;
}

/** The shape without prose, empty lists and flags that are off. */
function shapeData(shape: Shape): object {
  switch (shape.kind) {
    case "array":
      return { ...shape, items: shapeData(shape.items) };
    case "nullable":
      return { ...shape, shape: shapeData(shape.shape) };
    case "union":
      return unionData(shape);
    case "object": {
      const { kind, fields, includes, union, isOpen, values } = shape;
      const rows = Object.entries(fields).map(([name, field]) => [name, fieldData(field)]);
      return {
        kind,
        fields: Object.fromEntries(rows),
        ...(includes.length > 0 && { includes }),
        ...(union !== undefined && { union: unionData(union) }),
        ...(isOpen && { isOpen }),
        ...(values !== undefined && { values: shapeData(values) }),
      };
    }
    default:
      return shape;
  }
}

function fieldData({ shape, isRequired, leniency }: Field): object {
  return {
    shape: shapeData(shape),
    ...(isRequired && { isRequired }),
    ...(leniency.length > 0 && { leniency }),
  };
}

function unionData({ kind, rule, tag, arms }: UnionShape): object {
  const rows = arms.map(({ tagValue, title, excludes, shape }) => ({
    ...(tagValue !== undefined && { tagValue }),
    ...(title !== undefined && { title }),
    ...(excludes.length > 0 && { excludes }),
    shape: shapeData(shape),
  }));
  return { kind, rule, ...(tag !== undefined && { tag }), arms: rows };
}

const SHAPE_TYPES = `/** What a value must look like, whatever keywords the schema file spelled it with. */
export type Shape =
  | { readonly kind: "any" }
  | { readonly kind: "reference"; readonly name: string }
  | Scalar
  | { readonly kind: "enum"; readonly values: readonly (string | number)[]; readonly isOpen: boolean; readonly scalar: Scalar }
  | { readonly kind: "array"; readonly items: Shape; readonly minItems?: number }
  | { readonly kind: "nullable"; readonly shape: Shape }
  | ObjectShape
  | Union;

export interface Scalar {
  readonly kind: "scalar";
  readonly type: "string" | "integer" | "number" | "boolean" | "null";
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly contentEncoding?: string;
}

/** One JSON object: its own fields, those of the definitions it includes and of one arm of its union, merged. */
export interface ObjectShape {
  readonly kind: "object";
  readonly fields: Readonly<Record<string, Field>>;
  readonly includes?: readonly string[];
  readonly union?: Union;
  /** Fields that are not named here are part of the protocol. */
  readonly isOpen?: true;
  readonly values?: Shape;
}

export interface Field {
  readonly shape: Shape;
  readonly isRequired?: true;
  /** What the reference readers do instead of failing. */
  readonly leniency?: readonly ("default-on-error" | "default-on-null" | "skip-invalid-items")[];
}

export interface Union {
  readonly kind: "union";
  readonly rule: "anyOf" | "oneOf";
  /** The field whose constant value chooses the arm. */
  readonly tag?: string;
  readonly arms: readonly Arm[];
}

/** An arm without a tag value is the default, or the catch-all for the values that it does not exclude. */
export interface Arm {
  readonly tagValue?: string;
  readonly title?: string;
  readonly excludes?: readonly string[];
  readonly shape: Shape;
}
`;
