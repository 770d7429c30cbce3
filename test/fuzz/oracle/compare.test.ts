import { Buffer } from "node:buffer";
import { test } from "tap";
import { compareStreams, type MalformedPolicy } from "../../../src/fuzz/oracle/compare.js";
import { includes, PROMISE_LEVELS, type PromiseLevel } from "../../../src/fuzz/oracle/level.js";

/** The levels at which these two streams differ. */
function differsAt(expected: string | Buffer, actual: string | Buffer): PromiseLevel[] {
  return PROMISE_LEVELS.filter(
    (level) => compareStreams("c2a", Buffer.from(expected), Buffer.from(actual), level) !== undefined,
  );
}

const one = '{"id":1,"params":{"a":[1,null],"_meta":{"x":1}}}\n';
const two = '{"id":2}\n';

test("the same stream differs at no level", async (t) => {
  t.same(differsAt("", ""), []);
  t.same(differsAt(one + two, one + two), []);
  t.same(differsAt("not JSON", "not JSON"), []);
});

test("line ends, blank lines and the last line end differ at level bytes only", async (t) => {
  t.same(differsAt(one, one.replace("\n", "\r\n")), ["bytes"]);
  t.same(differsAt(one + two, `${one}\n \r\n${two}`), ["bytes"]);
  t.same(differsAt(one, one.trimEnd()), ["bytes"]);
});

test("another spelling of the same value differs at levels bytes and lines", async (t) => {
  const spellings = [
    ['{"a":1,"b":2}\n', '{"b":2,"a":1}\n', "key order"],
    ['{"a":1}\n', '{ "a" : 1 }\n', "space"],
    ['{"a":1}\n', ' {"a":1}\n', "space around"],
    ["[1.0,100]\n", "[1,1e2]\n", "numbers"],
    ['["a/\\u00e9"]\n', '["\\u0061\\/é"]\n', "escapes"],
    ['["\\ud83d\\ude00"]\n', '["😀"]\n', "a surrogate pair"],
  ] as const;

  for (const [expected, actual, what] of spellings) {
    t.same(differsAt(expected, actual), ["bytes", "lines"], what);
  }
});

test("another value differs at every level", async (t) => {
  const values = [
    ["[9007199254740993]\n", "[9007199254740992]\n", "a big integer that was rounded"],
    ["[1e400]\n", "[null]\n", "a number beyond doubles"],
    ["[-0]\n", "[0]\n", "the sign of zero"],
    ["[1]\n", '["1"]\n', "a number as a string"],
    ['{"a":null}\n', "{}\n", "null and absent"],
    ['{"a":1}\n', '{"a":1,"b":1}\n', "a member more"],
    ['{"a":1}\n', '{"A":1}\n', "another key"],
    ['{"a":1,"a":2}\n', '{"a":2}\n', "a duplicate key that was dropped"],
    ['{"a":1,"a":2}\n', '{"a":2,"a":1}\n', "duplicate keys in another order"],
    ["[1,2]\n", "[2,1]\n", "array order"],
    ["[[]]\n", "[{}]\n", "an array and an object"],
    ['["\\ud800"]\n', '["\\ufffd"]\n', "a lone surrogate that was replaced"],
    ['["\u00e9"]\n', '["e\u0301"]\n', "a composed character"],
    [one + two, two, "a line that was lost"],
    [one, one + two, "a line too many"],
    [one + two, one + two + two, "a line twice"],
    [one + two, two + one, "lines in another order"],
    [one + two, one.trimEnd() + two, "two lines in one"],
    [one, "", "nothing at all"],
    ["not JSON\n", "not JSOM\n", "a line that is no JSON"],
    ["[1]\n", "[1\n", "a line that is no JSON any more"],
  ] as const;

  for (const [expected, actual, what] of values) t.same(differsAt(expected, actual), PROMISE_LEVELS, what);
  const invalid = Buffer.from([0x22, 0xff, 0x22, 0x0a]);
  t.same(differsAt(invalid, '"\ufffd"\n'), PROMISE_LEVELS, "bytes that are no UTF-8");
});

test("a deep value is compared to its end", async (t) => {
  const deep = (inside: string): string => `${"[".repeat(20_000)}${inside}${"]".repeat(20_000)}\n`;

  t.same(differsAt(deep("1.0"), deep("1")), ["bytes", "lines"]);
  t.same(differsAt(deep("1"), deep("2")), PROMISE_LEVELS);
});

test("the first difference is named by direction, place, expected and actual", async (t) => {
  const difference = (expected: string, actual: string, level: PromiseLevel): unknown =>
    compareStreams("a2c", Buffer.from(expected), Buffer.from(actual), level);

  t.same(difference("abc", "abd", "bytes"), {
    direction: "a2c",
    place: "byte 2",
    expected: "abc",
    actual: "abd",
  });
  t.match(difference("abc", "ab", "bytes"), { place: "byte 2", actual: "nothing more after 2 bytes" });
  t.match(difference(`${two}abc\n`, `${two}abd\n`, "lines"), { place: "line 2, byte 2" });
  t.same(difference(one, one.replace("null", "0"), "json"), {
    direction: "a2c",
    place: "line 1 at params.a[1]",
    expected: "null",
    actual: "0",
  });
  t.match(difference(one + two, one, "json"), {
    place: "line 2",
    expected: '{"id":2}',
    actual: "no such line",
  });
  t.match(difference("1\n", '"1"\n', "json"), { place: "line 1", expected: "1", actual: '"1"' });
});

test("a bridge that drops or rejects malformed lines owes only the others", async (t) => {
  const malformed = Buffer.from("oops\n{\n");
  const expected = Buffer.concat([Buffer.from(one), malformed, Buffer.from([0xff, 0x0a]), Buffer.from(two)]);
  const policies: readonly MalformedPolicy[] = ["forward", "reject", "drop"];
  const differs = (actual: Buffer, level: PromiseLevel): boolean[] =>
    policies.map((policy) => compareStreams("c2a", expected, actual, level, policy) !== undefined);

  t.same(differs(Buffer.from(one + two), "json"), [true, false, false]);
  t.same(differs(Buffer.from(one + two), "lines"), [true, false, false]);
  t.same(differs(expected, "json"), [false, false, false], "passing them on is allowed");
  t.same(differs(Buffer.from(one), "json"), [true, true, true], "a good line may not be lost");
  t.same(differs(Buffer.from(one + two), "bytes"), [true, true, true], "at level bytes nothing may be lost");
});

test("includes() knows that a stricter promise holds the weaker ones", async (t) => {
  const held = PROMISE_LEVELS.map((declared) => PROMISE_LEVELS.filter((level) => includes(declared, level)));

  t.same(held, [
    ["bytes", "lines", "json", "meaning"],
    ["lines", "json", "meaning"],
    ["json", "meaning"],
    ["meaning"],
  ]);
});
