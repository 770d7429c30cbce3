import fc, { type Arbitrary } from "fast-check";

/** A JSON value of which parts are spelled as no JavaScript value is: `1e400`, `1.0`, a deep nest. */
export type Spelled = unknown;

const RAW = "\u0001raw:";

/** A text that stands in the JSON as it is. */
export function raw(text: string): string {
  return RAW + text;
}

/** The JSON text, raw parts as they are, but with double quotes for single ones. */
export function spell(value: Spelled): string {
  return JSON.stringify(value).replace(/"\\u0001raw:([^"]*)"/g, (_, text: string) =>
    text.replaceAll("'", '"'),
  );
}

/** Picks one; the first are what shrinking leads to. */
export function among<Item>(...items: readonly Item[]): Arbitrary<Item> {
  return fc.constantFrom(...items);
}

export const sessionIds: Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: among("s1", "s1", "s1", "s2", "s3") },
  {
    weight: 1,
    arbitrary: among<unknown>("", "\ud83d\ude00", "\ud800", "x".repeat(1025), null, 7, undefined),
  },
);

export const requestIds: Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: among(1, 2, 3, 4, 5, 6, 7) },
  {
    weight: 4,
    arbitrary: among<unknown>(
      "1",
      "a b",
      "\u00e9\ud83d\ude00",
      "",
      null,
      true,
      0,
      -3,
      raw("1.0"),
      raw("-0"),
      raw("1.5"),
      raw("1e21"),
      raw("9007199254740993"),
      raw("123456789012345678901234567890"),
      raw("1e-7"),
      raw("1e400"),
      "long-".repeat(20),
      "\u00e9".repeat(1025),
      {},
      [1],
    ),
  },
);

export const toolCallIds: Arbitrary<unknown> = fc.oneof(
  { weight: 9, arbitrary: among("t1", "t1", "t2", "t3") },
  {
    weight: 1,
    arbitrary: among<unknown>("", 5, null, undefined, "\ud83d\ude00".repeat(513), "y".repeat(1024)),
  },
);

export const titles: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: among<unknown>(undefined, "run tests", "sudo make install") },
  { weight: 2, arbitrary: among<unknown>(null, "", 4, "\ud83d\ude00", "\ud800", "z".repeat(1025)) },
);

/** Awkward JSON for content fields. */
export const contents: Arbitrary<unknown> = fc.oneof(
  among<unknown>(undefined, null, { command: "npm test" }, "text", [], {}),
  fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }),
  fc.dictionary(fc.string({ unit: "binary", maxLength: 3 }), fc.double(), { maxKeys: 5 }),
  among<unknown>(
    raw("1e400"),
    raw("-1e400"),
    raw("1.0"),
    raw("-0.0"),
    raw("1e21"),
    raw("1e-7"),
    raw("5e-324"),
    raw("9007199254740993"),
    raw("0.1e1"),
    { a: raw("123456789012345678901234567890"), b: [raw("1E2"), false] },
    { "\ud83d\ude00": 1, "\uffff": 2, "\ud800": 3, __proto: 4 },
    { ["__proto__"]: { x: 1 } },
    raw("{'a':1,'a':2,'b':null}"),
    "\ud800\udc00\ud800",
    "\u007f\u2028\b\u001f/",
    raw("[".repeat(100) + "]".repeat(100)),
    raw("[".repeat(101) + "]".repeat(101)),
    { deep: raw("[".repeat(99) + "]".repeat(99)) },
    { deep: raw("[".repeat(100) + "]".repeat(100)) },
    raw("[".repeat(400) + "]".repeat(400)),
  ),
);

export const clientInfo: Arbitrary<unknown> = fc.record({ name: titles, version: titles });
