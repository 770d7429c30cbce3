import type { Shape } from "../../generated/shape.js";
import { armsFor, fieldsOf, isMap, resolve, type Shapes } from "./object-fields.js";
import { printPath, type SchemaViolation } from "./schema-violation.js";

type Segments = readonly (string | number)[];

/**
 * Finds fields that no definition names. JSON Schema allows them everywhere, but ACP forbids custom fields at the root
 * of a type (docs/protocol/v1/extensibility.mdx, "The `_meta` Field"); what is open by definition is not looked into.
 */
export function findUnknownFields(
  definition: string,
  value: unknown,
  shapes: Shapes,
  root: string,
): readonly SchemaViolation[] {
  const search = (shape: Shape, inner: unknown, name: string, at: Segments): readonly SchemaViolation[] => {
    const target = resolve(shape, shapes, name);
    if (Array.isArray(inner)) {
      const { shape: array } = target;
      const lists = array.kind === "array" ? [array.items] : itemsOfArms(array, shapes);
      return fewest(lists, (items) =>
        inner.flatMap((item, index) => search(items, item, target.name, [...at, index])),
      );
    }
    if (!isMap(inner)) return [];
    const fields = fieldsOf(target.shape, inner, shapes);
    if (fields === undefined) return [];
    return Object.entries(inner).flatMap(([key, member]) => {
      const here = [...at, key];
      const known = fields.known.get(key)?.map((field) => field.shape);
      const candidates = known ?? fields.values;
      if (candidates.length > 0)
        return fewest(candidates, (child) => search(child, member, target.name, here));
      return fields.isOpen ? [] : [unknownField(root, here, target.name, key)];
    });
  };
  return search({ kind: "reference", name: definition }, value, definition, []);
}

function itemsOfArms(shape: Shape, shapes: Shapes): readonly Shape[] {
  if (shape.kind !== "union") return [];
  const arms = armsFor(shape, undefined).map((arm) => resolve(arm, shapes, "").shape);
  return arms.flatMap((arm) => (arm.kind === "array" ? [arm.items] : []));
}

/** Where several shapes may be meant, a field is unknown only if the most generous one does not know it. */
function fewest<Item>(shapes: readonly Shape[], search: (shape: Shape) => readonly Item[]): readonly Item[] {
  const results = shapes.map(search).sort((left, right) => left.length - right.length);
  return results[0] ?? [];
}

function unknownField(root: string, segments: Segments, definition: string, key: string): SchemaViolation {
  return {
    path: printPath(root, segments),
    segments,
    rule: "unknown-field",
    expected: `a field of ${definition}`,
    actual: JSON.stringify(key),
    definition,
  };
}
