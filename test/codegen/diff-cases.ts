import type { JsonSchema } from "../../src/codegen/json-schema.js";

/** An object node. */
export const object = (
  properties: JsonSchema["properties"] = {},
  ...required: readonly string[]
): JsonSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});
/** A text node. */
export const text: JsonSchema = { type: "string" };
const field = (node: object): JsonSchema => object({ f: node as JsonSchema });
/** A reference to a definition. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
const tagged = (value: string): JsonSchema => object({ type: { type: "string", const: value } }, "type");
const closed = (...values: readonly string[]): JsonSchema => ({
  oneOf: values.map((value) => ({ type: "string", const: value })),
});
const open = (...values: readonly string[]): JsonSchema => ({
  anyOf: [...(closed(...values).oneOf ?? []), { title: "other", type: "string" }],
});
const catchAll = (...known: readonly string[]): JsonSchema => ({
  ...object({ type: text }, "type"),
  title: "other",
  not: { anyOf: known.map(tagged) },
});

/** Two nodes named A, what sets them apart, and the rows that say so. */
export const CASES: readonly (readonly [
  name: string,
  before: JsonSchema,
  after: JsonSchema,
  rows: readonly string[],
])[] = [
  ["an optional property", object(), field(text), ["additive property-added A.f"]],
  ["a property that is gone", field(text), object(), ["breaking property-removed A.f"]],
  ["a new required property", object(), object({ f: text }, "f"), ["breaking required-added A.f"]],
  ["a property that became required", field(text), object({ f: text }, "f"), ["breaking required-added A.f"]],
  [
    "a property that became optional",
    object({ f: text }, "f"),
    field(text),
    ["additive required-dropped A.f"],
  ],
  ["a type with null", field(text), field({ type: ["string", "null"] }), ["additive type-widened A.f"]],
  [
    "a type without null",
    field({ anyOf: [text, { type: "null" }] }),
    field(text),
    ["breaking type-narrowed A.f"],
  ],
  [
    "two spellings of null",
    { type: ["string", "null"] },
    { anyOf: [text, { type: "null" }] },
    ["text text-changed A"],
  ],
  ["an integer that became a number", { type: "integer" }, { type: "number" }, ["additive type-widened A"]],
  ["a number that became an integer", { type: "number" }, { type: "integer" }, ["breaking type-narrowed A"]],
  ["another type", text, { type: "boolean" }, ["breaking type-changed A"]],
  [
    "properties of what need not be an object",
    { ...object({ f: text }), type: "object" },
    { properties: { f: text } },
    ["additive type-widened A"],
  ],
  ["a type where there was none", {}, text, ["breaking type-narrowed A"]],
  ["no type where there was one", object(), {}, ["additive type-widened A"]],
  [
    "items of an array",
    { type: "array", items: text },
    { type: "array", items: object() },
    ["breaking type-changed A[]"],
  ],
  ["a member of a closed enum", closed("a"), closed("a", "b"), ["additive enum-member-added A"]],
  ["a member that is gone", open("a", "b"), open("a"), ["breaking enum-member-removed A"]],
  ["an enum that opened", closed("a"), open("a"), ["additive type-widened A"]],
  ["an enum that closed", open("a"), closed("a"), ["breaking type-narrowed A"]],
  [
    "an arm",
    { oneOf: [tagged("a")] },
    { oneOf: [tagged("a"), tagged("b")] },
    ["additive union-arm-added A|b"],
  ],
  [
    "an arm that is gone",
    { oneOf: [tagged("a"), tagged("b")] },
    { oneOf: [tagged("b")] },
    ["breaking union-arm-removed A|a"],
  ],
  [
    "an arm before a catch-all",
    { anyOf: [tagged("a"), catchAll("a")] },
    { anyOf: [tagged("a"), tagged("b"), catchAll("a", "b")] },
    ["additive union-arm-added A|b"],
  ],
  [
    "a catch-all that excludes less",
    { anyOf: [tagged("a"), catchAll("a", "b")] },
    { anyOf: [tagged("a"), catchAll("a")] },
    ["additive type-widened A|other"],
  ],
  [
    "oneOf for arms without a tag",
    { anyOf: [text, object()] },
    { oneOf: [text, object()] },
    ["breaking type-narrowed A"],
  ],
  ["oneOf for tagged arms", { anyOf: [tagged("a")] }, { oneOf: [tagged("a")] }, ["text keyword-changed A"]],
  [
    "a union beside properties",
    object(),
    { ...object(), anyOf: [tagged("a")] },
    ["breaking type-narrowed A"],
  ],
  [
    "leniency that is gone",
    field({ ...text, "x-deserialize-default-on-error": true }),
    field(text),
    ["breaking leniency-removed A.f"],
  ],
  [
    "leniency",
    field(text),
    field({ ...text, "x-deserialize-default-on-null": true }),
    ["additive leniency-added A.f"],
  ],
  ["a default", field(text), field({ ...text, default: "a" }), ["additive default-changed A.f"]],
  [
    "a default that says more",
    field({ default: { a: 1 } }),
    field({ default: { a: 1, b: 2 } }),
    ["additive default-changed A.f"],
  ],
  [
    "another default",
    field({ ...text, default: "a" }),
    field({ ...text, default: "b" }),
    ["breaking default-changed A.f"],
  ],
  ["a format", text, { ...text, format: "uri" }, ["breaking format-changed A"]],
  [
    "a wider integer format",
    { type: "integer", format: "uint32" },
    { type: "integer", format: "int64" },
    ["additive format-changed A"],
  ],
  [
    "a format that holds other integers",
    { type: "integer", format: "int64" },
    { type: "integer", format: "uint64" },
    ["breaking format-changed A"],
  ],
  [
    "a higher minimum",
    { type: "integer", minimum: 0 },
    { type: "integer", minimum: 1 },
    ["breaking bound-tightened A"],
  ],
  [
    "a higher maximum",
    { type: "integer", maximum: 1 },
    { type: "integer", maximum: 2 },
    ["additive bound-loosened A"],
  ],
  ["a pattern", text, { ...text, pattern: "^a" } as JsonSchema, ["breaking bound-tightened A"]],
  [
    "a description",
    field({ ...text, description: "x" }),
    field({ ...text, description: "y" }),
    ["text text-changed A.f"],
  ],
  [
    "a keyword that nobody knows",
    text,
    { ...text, contains: 1 } as JsonSchema,
    ["breaking keyword-changed A"],
  ],
  [
    "another reference with the same values",
    field(ref("Text")),
    field(ref("Twin")),
    ["text reference-changed A.f"],
  ],
  [
    "another reference with other values",
    field(ref("Text")),
    field(ref("Size")),
    ["breaking reference-changed A.f"],
  ],
  ["a definition instead of an inline type", field(text), field(ref("Text")), ["text reference-changed A.f"]],
  [
    "a definition with a bound instead of an inline type",
    field({ type: "integer" }),
    field(ref("Size")),
    ["breaking reference-changed A.f"],
  ],
  [
    "a nullable definition",
    field(ref("Text")),
    field(ref("MaybeText")),
    ["additive type-widened A.f", "text reference-changed A.f"],
  ],
  [
    "properties that moved into an included definition",
    object({ a: text }, "a"),
    { ...object(), allOf: [ref("Payload")] },
    ["text reference-changed A"],
  ],
];
