import type { Shape, Union } from "../../generated/shape.js";
import { gather, type Place, unionsOf } from "./gather.js";
import { isMap, type Shapes } from "./object-fields.js";
import { printActual, printPath, type SchemaViolation } from "./schema-violation.js";

/**
 * Finds values of open enums and open unions that the schema does not know and that do not start with `_`: those are kept
 * for later versions of the protocol (docs/protocol/v2/extensibility.mdx, "Enum and Tagged-Union Variants").
 */
export function findReservedValues(
  definition: string,
  value: unknown,
  shapes: Shapes,
  root: string,
): readonly SchemaViolation[] {
  return gather(definition, value, shapes, (place) => [
    ...reservedWord(place, root),
    ...unionsOf(place.shape, place.value, shapes).flatMap((union) => reservedTag(union, place, root)),
  ]);
}

function reservedWord({ definition, shape, value, segments }: Place, root: string): SchemaViolation[] {
  const words = openWords(shape);
  return words === undefined ? [] : reserved(words, value, definition, segments, root);
}

function openWords(shape: Shape): readonly (string | number)[] | undefined {
  return shape.kind === "enum" && shape.isOpen ? shape.values : undefined;
}

function reservedTag(
  { tag, arms }: Union,
  { definition, value, segments }: Place,
  root: string,
): SchemaViolation[] {
  const isOpen = arms.some(({ tagValue, excludes }) => tagValue === undefined && excludes !== undefined);
  if (tag === undefined || !isOpen || !isMap(value)) return [];
  const known = arms.flatMap(({ tagValue }) => tagValue ?? []);
  return reserved(known, value[tag], definition, [...segments, tag], root);
}

function reserved(
  known: readonly (string | number)[],
  value: unknown,
  definition: string,
  segments: Place["segments"],
  root: string,
): SchemaViolation[] {
  if (typeof value !== "string" || known.includes(value) || value.startsWith("_")) return [];
  const expected = `one of ${known.map((word) => JSON.stringify(word)).join(", ")}, or a value that starts with _`;
  return [
    {
      path: printPath(root, segments),
      segments,
      rule: "reserved-value",
      expected,
      actual: printActual(value, segments),
      definition,
    },
  ];
}
