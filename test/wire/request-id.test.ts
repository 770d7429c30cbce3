import { test } from "tap";
import { parseExactJson } from "../../src/wire/exact-json.js";
import { type RequestId, readRequestId } from "../../src/wire/request-id.js";

function idOf(text: string): RequestId {
  const value = parseExactJson(text);
  if (value === undefined) throw new Error(`${text} is not JSON`);
  return readRequestId(value);
}

test("readRequestId() compares by type and exact value", async (t) => {
  for (const [left, right] of [
    ["1", "1.0"],
    ["1", "10e-1"],
    ['"a"', '"\\u0061"'],
    ["null", " null "],
  ] as const) {
    t.equal(idOf(left).key, idOf(right).key, `${left} is ${right}`);
  }
  const different = [
    "1",
    '"1"',
    '"1e0"',
    '"n:1e0"',
    "null",
    '"null"',
    "true",
    '"true"',
    "false",
    "1.5",
    '""',
    "[]",
    "{}",
  ];
  const big = ["9007199254740992", "9007199254740993", "1e400", '"\\ud800"', '"\\udbff"'];
  const keys = [...different, ...big].map((text) => idOf(text).key);
  t.equal(new Set(keys).size, keys.length, "no two other ids are the same");
});

test("readRequestId() keeps the type and the text of an id", async (t) => {
  t.match(idOf("1.0"), { type: "number", raw: "1.0" });
  t.match(idOf('"\\u0061"'), { type: "string", raw: '"\\u0061"' });
  t.match(idOf("null"), { type: "null", raw: "null" });
  t.match(idOf("true"), { type: "other", raw: "true" });
  t.match(idOf("[1]"), { type: "other", raw: "[…]" });
  t.match(idOf("{}"), { type: "other", raw: "{…}" });
});
