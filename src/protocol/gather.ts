import type { Shape, Union } from "../../generated/shape.js";
import { armsFor, fieldsOf, isMap, resolve, type Shapes } from "./object-fields.js";

/** A part of a value, with what the schema says that it is. */
export interface Place {
  /** The definition that was referred to last on the way here. */
  readonly definition: string;
  readonly shape: Shape;
  readonly value: unknown;
  readonly segments: readonly (string | number)[];
}

/**
 * Looks at every part of a value whose shape the schema knows, and gathers what `look` gives. Where several shapes may be
 * meant, the one that gives least counts.
 */
export function gather<Item>(
  definition: string,
  value: unknown,
  shapes: Shapes,
  look: (place: Place) => readonly Item[],
): readonly Item[] {
  const visit = (shape: Shape, inner: unknown, name: string, at: Place["segments"]): readonly Item[] => {
    const target = resolve(shape, shapes, name);
    const own = look({ definition: target.name, shape: target.shape, value: inner, segments: at });
    if (Array.isArray(inner)) {
      const lists = listsIn(target.shape, shapes);
      const items = inner.flatMap((item, index) =>
        least(lists, (list) => visit(list, item, target.name, [...at, index])),
      );
      return [...own, ...items];
    }
    if (!isMap(inner)) return own;
    const fields = fieldsOf(target.shape, inner, shapes);
    const members = Object.entries(inner).flatMap(([key, member]) => {
      const candidates = fields?.known.get(key)?.map((field) => field.shape) ?? [];
      return least(candidates, (child) => visit(child, member, target.name, [...at, key]));
    });
    return [...own, ...members];
  };
  return visit({ kind: "reference", name: definition }, value, definition, []);
}

/** The unions that choose the form of an object by a tag, with those of what it includes. */
export function unionsOf(shape: Shape, value: unknown, shapes: Shapes): readonly Union[] {
  const target = resolve(shape, shapes, "").shape;
  if (target.kind === "union")
    return [target, ...armsFor(target, value).flatMap((arm) => unionsOf(arm, value, shapes))];
  if (target.kind !== "object") return [];
  const included = (target.includes ?? []).flatMap((name) =>
    unionsOf({ kind: "reference", name }, value, shapes),
  );
  return target.union === undefined ? included : [...included, ...unionsOf(target.union, value, shapes)];
}

function listsIn(shape: Shape, shapes: Shapes): readonly Shape[] {
  if (shape.kind === "array") return [shape.items];
  if (shape.kind !== "union") return [];
  const arms = armsFor(shape, undefined).map((arm) => resolve(arm, shapes, "").shape);
  return arms.flatMap((arm) => (arm.kind === "array" ? [arm.items] : []));
}

function least<Item>(shapes: readonly Shape[], visit: (shape: Shape) => readonly Item[]): readonly Item[] {
  const results = shapes.map(visit).sort((left, right) => left.length - right.length);
  return results[0] ?? [];
}
