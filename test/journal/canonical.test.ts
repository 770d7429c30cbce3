import { test } from "tap";
import { canonicalMembers, canonicalText } from "../../src/journal/canonical/canonical-text.js";
import { pythonNumber } from "../../src/journal/canonical/python-number.js";

const CASES: readonly (readonly [name: string, text: string, canonical: string])[] = [
  ["keys are sorted at every level", '{"b":{"d":1,"c":2},"a":3}', '{"a":3,"b":{"c":2,"d":1}}'],
  ["space is left out", ' { "a" : [ 1 , 2 ] , "b":{ } , "c": [ ] } ', '{"a":[1,2],"b":{},"c":[]}'],
  ["numbers keep their lexeme", "[1.0,100.0,1e16,1E+2,-0.0,-0]", "[1.0,100.0,1e16,1E+2,-0.0,-0]"],
  ["an integer beyond 2^53 is exact", '{"id":9007199254740993}', '{"id":9007199254740993}'],
  [
    "what is not ASCII is escaped in lower case",
    '["é","😀","\\u00E9","\\uD83D"]',
    '["\\u00e9","\\ud83d\\ude00","\\u00e9","\\ud83d"]',
  ],
  ["DEL is escaped", '["\u007f"]', '["\\u007f"]'],
  [
    "short escapes stay, long ones become short",
    '["\\n\\t\\"\\\\\\b\\f\\r","\\u000a\\/\\u0041"]',
    '["\\n\\t\\"\\\\\\b\\f\\r","\\n/A"]',
  ],
  ["other control characters stay escapes", '["\\u001B"]', '["\\u001b"]'],
  [
    "keys are ordered by code point, not by UTF-16 unit",
    '{"😀":1,"\uffff":2,"z":3}',
    '{"z":3,"\\uffff":2,"\\ud83d\\ude00":1}',
  ],
  [
    "a half pair is a code point below U+E000",
    '{"\\ud83d\\ude00":1,"\\ue000":2,"\\ud83d":3}',
    '{"\\ud83d":3,"\\ue000":2,"\\ud83d\\ude00":1}',
  ],
  ["of equal keys the last wins", '{"a":1,"b":2,"\\u0061":3}', '{"a":3,"b":2}'],
  ["of equal keys in order the last wins", '{"a":1,"a":2,"a":[3],"b":4}', '{"a":[3],"b":4}'],
  ["a key that another begins with comes first", '{"ab":1,"a":2,"":3}', '{"":3,"a":2,"ab":1}'],
  ["the key __proto__ is a key", '{"b":1,"__proto__":2}', '{"__proto__":2,"b":1}'],
  ["number-like keys are text", '{"10":1,"9":2,"1":3}', '{"1":3,"10":1,"9":2}'],
  [
    "a quote behind two backslashes ends a string",
    '{"b":"\\\\","a":"\\\\\\""}',
    '{"a":"\\\\\\"","b":"\\\\"}',
  ],
  ["a scalar is a text too", ' "\\u0041" ', '"A"'],
];

for (const [name, text, canonical] of CASES) {
  test(`canonicalText(): ${name}`, async (t) => {
    t.equal(canonicalText(text), canonical);
    t.equal(canonicalText(canonical), canonical, "it is its own canonical form");
  });
}

test("canonicalText() sorts an object of many keys", async (t) => {
  const keys = Array.from({ length: 200 }, (_, number) => `k${(number * 73) % 200}`.padStart(5, "k"));
  const text = `{${keys.map((key) => `"${key}":"${key}"`).join(",")},"${keys[0]}":"last"}`;

  const sorted = [...keys].sort().map((key) => `"${key}":"${key === keys[0] ? "last" : key}"`);

  t.equal(canonicalText(text), `{${sorted.join(",")}}`);
});

test("canonicalText() reads 20,000 levels", async (t) => {
  const depth = 20_000;
  const text = `${'{"b":[ '.repeat(depth)}1${"]}".repeat(depth)}`;

  t.equal(canonicalText(text), text.replaceAll(" ", ""));
});

test("canonicalMembers() gives the root's members by key", async (t) => {
  const members = canonicalMembers('{"b":{"y":1,"x":2},"a":"\\u00e9","a":"é!"}');

  t.same(
    [...members],
    [
      ["a", '"a":"\\u00e9!"'],
      ["b", '"b":{"x":2,"y":1}'],
    ],
  );
  t.same([...canonicalMembers("[1]")], [], "an array has none");
});

test("pythonNumber() spells numbers as Python 3 does", async (t) => {
  const pairs = {
    "1.0": "1.0",
    "1.10": "1.1",
    "1e16": "1e+16",
    "1E5": "100000.0",
    "1e15": "1000000000000000.0",
    "12345678901234567.0": "1.2345678901234568e+16",
    "1e-7": "1e-07",
    "0.00012": "0.00012",
    "0.0001": "0.0001",
    "0.00001": "1e-05",
    "1.5e300": "1.5e+300",
    "-0.0": "-0.0",
    "-0": "0",
    "1e400": "Infinity",
    "-1e400": "-Infinity",
    "9007199254740993": "9007199254740993",
  };
  for (const [lexeme, printed] of Object.entries(pairs)) t.equal(pythonNumber(lexeme), printed, lexeme);
  t.equal(canonicalText('{"b":1e5,"a":[-0]}', pythonNumber), '{"a":[0],"b":100000.0}');
});
