import { test } from "tap";
import { removableParts, withoutPart } from "../../../src/fuzz/shrink/json-parts.js";

/** The text without each of its parts in turn, the longest part first. */
function without(text: string): string[] {
  return removableParts(text).map((part) => withoutPart(text, part));
}

test("removableParts() finds every member and item, with the comma that separates it", async (t) => {
  t.same(without('{"a":1}'), ["{}"]);
  t.same(without('{"aa":1,"b":2}'), ['{"b":2}', '{"aa":1}']);
  t.same(without("[10,2]"), ["[2]", "[10]"]);
  t.same(without('{"a":[1,{"b":2}]}'), ["{}", '{"a":[1]}', '{"a":[1,{}]}', '{"a":[{"b":2}]}']);
});

test("removableParts() leaves white space and what stands in strings alone", async (t) => {
  t.same(without('{"a,b}":"[1,2]"}'), ["{}"]);
  t.same(without('{"q\\"":1}'), ["{}"]);
  t.same(without("[ 1 , 2 ]\n"), ["[ 2 ]\n", "[ 1 ]\n"]);
  t.same(without("{ }"), []);
  t.same(without("7"), []);
});

test("removableParts() finds nothing in what closes more than it opens", async (t) => {
  t.same(removableParts("]"), []);
  t.same(removableParts("[1]]"), []);
});
