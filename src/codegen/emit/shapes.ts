import type { Definition, Field, Model, Shape, UnionShape } from "../model/shape.js";
import { literal } from "./literal.js";

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
