import { test } from "tap";
import { type ExactJson, memberOf, parseExactJson } from "../../src/wire/exact-json.js";

const number = (raw: string): ExactJson => ({ type: "number", raw });
const string = (value: string, raw = JSON.stringify(value)): ExactJson => ({ type: "string", value, raw });

test("parseExactJson() keeps what JSON.parse loses", async (t) => {
  t.same(parseExactJson("9007199254740993"), number("9007199254740993"));
  t.same(parseExactJson("-0"), number("-0"));
  t.same(parseExactJson("1.0E+2"), number("1.0E+2"), "a number as it was written");
  t.same(
    parseExactJson('{"a":1,"b":2,"a":3}'),
    {
      type: "object",
      members: [
        { key: "a", value: number("1") },
        { key: "b", value: number("2") },
        { key: "a", value: number("3") },
      ],
    },
    "duplicate keys and their order",
  );
  t.same(parseExactJson('"\\ud800"'), string("\ud800", '"\\ud800"'), "a lone surrogate");
  t.same(parseExactJson('"\\u0061"'), string("a", '"\\u0061"'), "an escape as it was written");
  t.same(parseExactJson('{"__proto__":null}'), {
    type: "object",
    members: [{ key: "__proto__", value: { type: "literal", value: null } }],
  });
});

test("parseExactJson() reads every kind of value, with space around it", async (t) => {
  t.same(parseExactJson(' \t\r\n[ true ,false, null , "x" , { } , [ ] ] '), {
    type: "array",
    items: [
      { type: "literal", value: true },
      { type: "literal", value: false },
      { type: "literal", value: null },
      string("x"),
      { type: "object", members: [] },
      { type: "array", items: [] },
    ],
  });
  t.same(parseExactJson('{ "a" : { "b" : [ 1 ] } }'), {
    type: "object",
    members: [
      {
        key: "a",
        value: { type: "object", members: [{ key: "b", value: { type: "array", items: [number("1")] } }] },
      },
    ],
  });
  t.same(parseExactJson('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E9"'), {
    ...string('"\\/\b\f\n\r\t\u00e9'),
    raw: '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E9"',
  });
  t.same(parseExactJson('"\u2028\u007f"'), string("\u2028\u007f"), "separators need no escape");
});

test("parseExactJson() refuses what is not exactly one JSON text", async (t) => {
  const broken = [
    ...["", " ", "{", "[", "]", "}", ",", ":", '"', '"a', "{}{}", "1 2", "[1 2]", "[1,]", "[,1]", "[,]"],
    ...['{"a"}', '{"a":}', '{"a":1,}', "{,}", "{a:1}", "{'a':1}", '{"a":1]', "[1}", '{"a" 1}', "{1:2}"],
    ...["01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "-01", "NaN", "Infinity", "1_000"],
    ...["tru", "truex", "True", "nulll", "undefined", "// x\n1", "1 // x", "\ufeff1", "\u00a01", "\v1"],
    ...['"\\x"', '"\\u12"', '"\\u12g4"', '"\\', '"\n"', '"\u0000"', '"\u001f"', "'a'"],
  ];

  t.same(
    broken.filter((text) => parseExactJson(text) !== undefined),
    [],
  );
});

test("parseExactJson() reads 20,000 levels of nesting", async (t) => {
  const depth = 20_000;
  const text = `${'{"a":['.repeat(depth)}7${"]}".repeat(depth)}`;

  let value = parseExactJson(text);
  for (let level = 0; level < depth; level += 1) {
    const items = value && memberOf(value, "a");
    value = items?.type === "array" ? items.items[0] : undefined;
  }

  t.same(value, number("7"));
  t.equal(parseExactJson(text.slice(0, -1)), undefined, "the last bracket is missed");
});

test("memberOf() chooses the last of duplicate keys, as JSON.parse does", async (t) => {
  const object = parseExactJson('{"id":1,"\\u0069d":2,"ID":3}');
  const array = parseExactJson("[]");
  if (object === undefined || array === undefined) throw new Error("both texts are JSON");

  t.same(memberOf(object, "id"), number("2"));
  t.equal(memberOf(object, "toString"), undefined);
  t.equal(memberOf(array, "length"), undefined, "only an object has members");
});
