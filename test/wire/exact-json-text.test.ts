import { test } from "tap";
import { parseExactJson } from "../../src/wire/exact-json.js";
import { exactJsonText } from "../../src/wire/exact-json-text.js";

function again(text: string): string | undefined {
  const value = parseExactJson(text);
  return value && exactJsonText(value);
}

test("exactJsonText() loses nothing of a value and writes no space", async (t) => {
  for (const text of [
    '{"b":1.0,"a":9007199254740993,"a":[1e400,-0],"":{}}',
    '["\\ud800","é",null,true,false,[],{}]',
    "1",
    '"a"',
  ]) {
    t.equal(again(text), text);
  }
  t.equal(again(' { "a" : [ 1 , 2 ] } '), '{"a":[1,2]}');
});

test("exactJsonText() writes values that nest twenty thousand deep", async (t) => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

  t.ok(again(deep) === deep);
});
