import { Buffer } from "node:buffer";
import { test } from "tap";
import { exactDifference } from "../../../src/fuzz/oracle/exact-difference.js";
import { excerpt } from "../../../src/fuzz/oracle/excerpt.js";
import { parseExactJson } from "../../../src/wire/exact-json.js";

/** The first difference as `[path, expected, actual]`. */
function difference(left: string, right: string): string[] | undefined {
  const [expected, actual] = [parseExactJson(left), parseExactJson(right)];
  if (expected === undefined || actual === undefined) throw new Error("both texts are JSON");
  const found = exactDifference(expected, actual);
  return found && [found.path, found.expected, found.actual];
}

test("exactDifference() names the first place that differs", async (t) => {
  t.same(difference('{"a":[{"b":1},{"c":2}]}', '{"a":[{"b":1},{"c":3}]}'), ["a[1].c", "2", "3"]);
  t.same(
    difference('{"a":{"x":1},"b":1}', '{"b":2,"a":{"x":2}}'),
    ["a.x", "1", "2"],
    "in the expected order",
  );
  t.same(difference("[[1],[2]]", "[[3],[4]]"), ["[0][0]", "1", "3"], "the first item first");
  t.same(difference("true", "false"), ["", "true", "false"]);
  t.same(difference('{"a":[1]}', '{"a":{"b":1}}'), ["a", "an array of 1", "an object of 1"]);
  t.same(difference('["\\u0061"]', '["b"]'), ["[0]", '"\\u0061"', '"b"'], "strings as they were written");
});

test("exactDifference() tells absent, present and repeated members", async (t) => {
  t.same(difference('{"a":1,"b":2}', '{"a":1}'), ["b", "present", "absent"]);
  t.same(difference('{"p":{}}', '{"p":{"b":null}}'), ["p.b", "absent", "present"]);
  t.same(difference('{"a":1,"a":2}', '{"a":2}'), ["a", "the key 2 times", "1 times"]);
  t.same(difference('{"a":1,"a":2}', '{"a":1,"a":3}'), ["a", "2", "3"]);
  t.same(difference("[1,2]", "[1]"), ["", "2 items", "1 items"]);
  t.same(difference('{"__proto__":1}', '{"__proto__":2}'), ["__proto__", "1", "2"]);
});

test("exactDifference() finds none where only the spelling differs", async (t) => {
  t.equal(difference('{"a":1.0,"b":"\\u0061"}', '{"b":"a","a":10e-1}'), undefined);
  t.equal(difference("[[],{},null]", "[ [ ] , { } , null ]"), undefined);
});

test("excerpt() shows a few printable bytes around a place", async (t) => {
  const long = Buffer.from("0123456789".repeat(10));

  t.equal(excerpt(Buffer.from("a\tb\r\n\0\u001bé😀~"), 0), "a␉b␍␊␀␛é😀~");
  t.equal(
    excerpt(Buffer.from("\u0007\u009b\u202e\u2028\ue000"), 0),
    "⟨U+0007⟩⟨U+009B⟩⟨U+202E⟩⟨U+2028⟩⟨U+E000⟩",
  );
  t.equal(
    excerpt(Buffer.from([0x61, 0xff, 0x0a, 0xc3, 0xa9]), 0),
    "a⟨ff⟩␊⟨c3⟩⟨a9⟩",
    "byte by byte what is no UTF-8",
  );
  t.equal(excerpt(long, 0), `${"0123456789".repeat(4)}01234567…`);
  t.equal(excerpt(long, 50), `…${"89".concat("0123456789".repeat(4), "012345")}…`);
  t.equal(excerpt(long, 99), "…7890123456789");
  t.equal(excerpt(long, 100), "nothing more after 100 bytes");
});
