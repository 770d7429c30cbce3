import type { Field, Shape } from "../../generated/shape.js";
import { armsFor, fieldsOf, isMap, resolve, type Shapes } from "./object-fields.js";
import { type SchemaViolation, valueAt } from "./schema-violation.js";

/** What the reference readers make of a value that breaks its schema (the schema's `x-deserialize-*` annotations). */
export interface LenientVerdict {
  /** Violations that a reader mends by silently dropping or defaulting what is wrong. */
  readonly lost: readonly SchemaViolation[];
  /** Violations for which a reader refuses the whole message. */
  readonly refused: readonly SchemaViolation[];
}

/** Sorts violations of one value by whether an annotation at or above their place lets a reader go on. */
export function judgeLeniently(
  definition: string,
  value: unknown,
  violations: readonly SchemaViolation[],
  shapes: Shapes,
): LenientVerdict {
  const isLost = (violation: SchemaViolation): boolean => isForgiven(definition, value, violation, shapes);
  return {
    lost: violations.filter(isLost),
    refused: violations.filter((violation) => !isLost(violation)),
  };
}

function isForgiven(definition: string, value: unknown, violation: SchemaViolation, shapes: Shapes): boolean {
  // A missing key is no wrong value: the annotations of the field itself do not mend it, those above it do.
  const isMissing = valueAt(value, violation.segments) === undefined;
  const segments = isMissing ? violation.segments.slice(0, -1) : violation.segments;
  let candidates: readonly Shape[] = [{ kind: "reference", name: definition }];
  let inner = value;
  let field: Field | undefined;
  for (const segment of segments) {
    // An item of a list whose bad items are skipped is dropped, with everything below it.
    if (typeof segment === "number" && field?.leniency?.includes("skip-invalid-items")) return true;
    const fields = typeof segment === "string" ? fieldsNamed(segment, candidates, inner, shapes) : [];
    candidates =
      typeof segment === "string" ? fields.map((named) => named.shape) : itemsOf(candidates, shapes);
    inner = valueAt(inner, [segment]);
    field = fields.find((named) => named.leniency !== undefined) ?? fields[0];
    if (field?.leniency?.includes("default-on-error")) return true;
    if (field?.leniency?.includes("default-on-null") && inner === null) return true;
  }
  return false;
}

function fieldsNamed(
  name: string,
  candidates: readonly Shape[],
  value: unknown,
  shapes: Shapes,
): readonly Field[] {
  if (!isMap(value)) return [];
  return candidates.flatMap((shape) => {
    const fields = fieldsOf(shape, value, shapes);
    return fields?.known.get(name) ?? (fields?.values ?? []).map((inner) => ({ shape: inner }));
  });
}

function itemsOf(candidates: readonly Shape[], shapes: Shapes): readonly Shape[] {
  return candidates.flatMap((candidate) => {
    const { shape } = resolve(candidate, shapes, "");
    if (shape.kind === "union") return itemsOf(armsFor(shape, undefined), shapes);
    return shape.kind === "array" ? [shape.items] : [];
  });
}
