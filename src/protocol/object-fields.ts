import type { ObjectShape, Shape, Union } from "../../generated/shape.js";

/** The shapes of a schema's definitions, by name. */
export type Shapes = Readonly<Record<string, Shape>>;

type JsonMap = { readonly [key: string]: unknown };

/** The fields that one object may have: those of its definition, of what it includes and of the arm that its tag chose. */
export interface ObjectFields {
  readonly known: ReadonlyMap<string, readonly FieldShape[]>;
  /** All other fields belong to the protocol too. */
  readonly isOpen: boolean;
  readonly values: readonly Shape[];
}

type FieldShape = ObjectShape["fields"][string];

/** Merges what the schema spreads over several definitions; undefined where it says nothing about an object. */
export function fieldsOf(shape: Shape, value: JsonMap, shapes: Shapes): ObjectFields | undefined {
  const parts = objectsIn(shape, value, shapes);
  if (parts.length === 0) return undefined;
  const known = new Map<string, readonly FieldShape[]>();
  for (const [name, field] of parts.flatMap(({ fields }) => Object.entries(fields))) {
    known.set(name, [...(known.get(name) ?? []), field]);
  }
  return {
    known,
    isOpen: parts.some((part) => part.isOpen === true),
    values: parts.flatMap((part) => part.values ?? []),
  };
}

/** Is this a JSON object? */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Follows references to the definition behind; `name` is the last one on the way. */
export function resolve(
  shape: Shape,
  shapes: Shapes,
  name: string,
): { readonly shape: Shape; readonly name: string } {
  if (shape.kind === "nullable") return resolve(shape.shape, shapes, name);
  if (shape.kind !== "reference") return { shape, name };
  return resolve(shapes[shape.name] ?? { kind: "any" }, shapes, shape.name);
}

function objectsIn(shape: Shape, value: JsonMap, shapes: Shapes): readonly ObjectShape[] {
  const target = resolve(shape, shapes, "").shape;
  if (target.kind === "any") return [{ kind: "object", fields: {}, isOpen: true }];
  if (target.kind === "union") {
    const arms = armsFor(target, value).flatMap((arm) => objectsIn(arm, value, shapes));
    return target.tag === undefined ? arms : [...arms, tagOnly(target.tag)];
  }
  if (target.kind !== "object") return [];
  const included = (target.includes ?? []).flatMap((name) =>
    objectsIn({ kind: "reference", name }, value, shapes),
  );
  const chosen = target.union === undefined ? [] : objectsIn(target.union, value, shapes);
  return [target, ...included, ...chosen];
}

/** The arms that a value may mean: the one that its tag names, else every arm without a tag value. */
export function armsFor(union: Union, value: unknown): readonly Shape[] {
  const { tag, arms } = union;
  const tagValue = tag !== undefined && isMap(value) ? value[tag] : undefined;
  const chosen = arms.filter((arm) => arm.tagValue !== undefined && arm.tagValue === tagValue);
  const candidates = chosen.length > 0 ? chosen : arms.filter((arm) => arm.tagValue === undefined);
  return candidates.map((arm) => arm.shape);
}

/** A tag is part of the protocol even where the default arm does not list it. */
function tagOnly(tag: string): ObjectShape {
  return { kind: "object", fields: { [tag]: { shape: { kind: "any" } } } };
}
