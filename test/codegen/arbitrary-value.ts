import fc from "fast-check";
import type { Arm, Field, ObjectShape, Shape } from "../../generated/shape.js";

type Shapes = Readonly<Record<string, Shape>>;

const JUNK = [
  null,
  true,
  0,
  -1,
  1.5,
  4294967296,
  1e30,
  "",
  "text",
  "http://a/b",
  [],
  [null],
  {},
  { type: "zzz" },
];
const TEXTS = ["", "text", "zzz", "file:///x", "2026-01-01T00:00:00Z", "^a", "("];

/** Values that mostly fit a shape and are wrong in places: near misses find more than noise. */
export function arbitraryValue(
  shape: Shape,
  shapes: Shapes,
  known: Map<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<unknown> {
  const inner = (next: Shape): fc.Arbitrary<unknown> => arbitraryValue(next, shapes, known);
  const fitting = fittingValue(shape, inner, (name) => {
    const value = known.get(name) ?? inner(shapes[name] ?? { kind: "any" });
    known.set(name, value);
    return value;
  });
  return fc.oneof({ weight: 25, arbitrary: fitting }, { weight: 1, arbitrary: fc.constantFrom(...JUNK) });
}

type Inner = (shape: Shape) => fc.Arbitrary<unknown>;

function fittingValue(
  shape: Shape,
  inner: Inner,
  named: (name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "any":
      return fc.constantFrom(...JUNK);
    case "reference":
      return named(shape.name);
    case "scalar":
      return scalarValue(shape.type);
    case "enum":
      return fc.constantFrom<unknown>(...shape.values, ...(shape.isOpen ? ["zzz", -7] : []));
    case "array":
      return fc.array(inner(shape.items), { maxLength: 3 });
    case "nullable":
      return fc.oneof(
        { weight: 4, arbitrary: inner(shape.shape) },
        { weight: 1, arbitrary: fc.constant(null) },
      );
    case "union":
      return fc.oneof(...shape.arms.map((arm: Arm) => inner(arm.shape)));
    case "object":
      return objectValue(shape, inner, named);
  }
}

function scalarValue(type: string): fc.Arbitrary<unknown> {
  if (type === "string") return fc.constantFrom(...TEXTS);
  if (type === "boolean") return fc.boolean();
  return type === "null"
    ? fc.constant(null)
    : fc.constantFrom(0, 1, 0.5, -1, 65536, 4294967295, 2 ** 63, 2 ** 65);
}

function objectValue(shape: ObjectShape, inner: Inner, named: (name: string) => fc.Arbitrary<unknown>) {
  const fields = Object.entries(shape.fields).map(([name, field]: [string, Field]) =>
    fc
      .tuple(fc.integer({ min: 0, max: field.isRequired ? 30 : 1 }), inner(field.shape))
      .map(([presence, value]) => (presence === 0 ? {} : { [name]: value })),
  );
  const parts = [
    ...(shape.includes ?? []).map(named),
    ...(shape.union === undefined ? [] : [inner(shape.union)]),
  ];
  const extra =
    shape.values === undefined
      ? fc.constant({})
      : fc.dictionary(fc.constantFrom("a", "b"), inner(shape.values));
  return fc.tuple(...fields, ...parts, extra).map((values) => Object.assign({}, ...values));
}
