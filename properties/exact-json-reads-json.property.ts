import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { type ExactJson, parseExactJson } from "../src/wire/exact-json.js";
import { holds } from "./holds.js";

const space = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\r"), maxLength: 2 });
const string = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 2 }).map((text) => JSON.stringify(text).slice(1, -1)),
      fc.constantFrom(
        '\\"',
        "\\\\",
        "\\/",
        "\\b",
        "\\u0041",
        "\\uD83D\\uDE00",
        "\\ud800",
        "\\u0000",
        "\u2028",
        "__proto__",
      ),
    ),
    { maxLength: 4 },
  )
  .map((pieces) => `"${pieces.join("")}"`);
const number = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.constantFrom("0", "1", "10", "9007199254740993", "123456789"),
    fc.constantFrom("", ".0", ".5", ".000"),
    fc.constantFrom("", "e0", "E+2", "e-3", "e400"),
  )
  .map((parts) => parts.join(""));

/** JSON texts by the grammar, with space, escapes, duplicate keys and odd numbers. */
const { value: grammatical } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: "json" },
    fc
      .tuple(space, fc.oneof(string, number, fc.constantFrom("true", "false", "null")), space)
      .map((parts) => parts.join("")),
    tie("array"),
    tie("object"),
  ),
  array: fc
    .array(tie("value"), { maxLength: 4, depthIdentifier: "json" })
    .map((items) => `[${items.join(",") || " "}]`),
  object: fc
    .array(fc.tuple(space, fc.oneof(string, fc.constant('"a"')), space, tie("value")), {
      maxLength: 4,
      depthIdentifier: "json",
    })
    .map(
      (members) =>
        `{${members.map(([before, key, after, value]) => `${before}${key}${after}:${value}`).join(",")}}`,
    ),
}));

const texts = fc.oneof(
  grammatical,
  fc.json({ stringUnit: "binary" }),
  fc.json().map((text) => JSON.stringify(JSON.parse(text), null, 1)),
);

/** A text with one small damage. */
const damaged = fc
  .tuple(
    texts,
    fc.nat(),
    fc.nat({ max: 1 }),
    fc.oneof(fc.constantFrom(...'{}[],:"\\-+.0e1tfn/ \n\u0000\ufeff'), fc.constant("")),
  )
  .map(([text, seed, removed, inserted]) => {
    const place = seed % (text.length + 1);
    return text.slice(0, place) + inserted + text.slice(place + removed);
  });
const soup = fc.string({ unit: fc.constantFrom(...'{}[],:"\\-+.0123eEtruefalsn u'), maxLength: 12 });

/** The value as JSON.parse gives it. */
function toPlain(value: ExactJson): unknown {
  switch (value.type) {
    case "object":
      return Object.fromEntries(value.members.map((member) => [member.key, toPlain(member.value)]));
    case "array":
      return value.items.map(toPlain);
    case "number":
      return Number(value.raw);
    case "string":
    case "literal":
      return value.value;
  }
}

function readsLikeJson(text: string): boolean {
  let expected: unknown;
  try {
    expected = JSON.parse(text);
  } catch {
    return parseExactJson(text) === undefined;
  }
  const exact = parseExactJson(text);
  return exact !== undefined && isDeepStrictEqual(toPlain(exact), expected);
}

holds("a JSON text is read as the value that JSON.parse gives", texts, readsLikeJson, { runs: 1500 });

holds("a damaged JSON text is accepted exactly when JSON.parse accepts it", damaged, readsLikeJson, {
  runs: 3000,
});

holds("text that only looks like JSON is accepted exactly when JSON.parse accepts it", soup, readsLikeJson, {
  runs: 3000,
});

holds("a string or number keeps the text as which it was written", fc.oneof(string, number), (text) => {
  const value = parseExactJson(` ${text}\n`);
  return (value?.type === "string" || value?.type === "number") && value.raw === text;
});
