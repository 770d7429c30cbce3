import { test } from "tap";
import { canonicalJson } from "../../src/mapping/digest/canonical-json.js";
import { digest, pureSha256 } from "../../src/mapping/digest/digest.js";

test("canonicalJson() writes the values of RFC 8785 as the RFC does", async (t) => {
  const numbers = JSON.parse(
    "[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,-0,1e21,123456789012345680000]",
  );
  const literals = { literals: [null, true, false], string: '\u20ac$\u000f\nA\'B"\\\\"/', numbers };
  const sorted = JSON.parse(
    '{"\\u20ac":"e","\\r":"r","\\ufb33":"d","1":"o","\\ud83d\\ude00":"g","\\u0080":"c","\\u00f6":"l"}',
  );

  t.equal(
    canonicalJson(literals),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0,1e+21,123456789012345680000],"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  t.equal(
    canonicalJson(sorted),
    '{"\\r":"r","1":"o","\u0080":"c","\u00f6":"l","\u20ac":"e","\ud83d\ude00":"g","\ufb33":"d"}',
  );
});

test("canonicalJson() says what the RFC leaves open", async (t) => {
  t.equal(canonicalJson(JSON.parse('{"a":1,"b":2,"a":3}')), '{"a":3,"b":2}', "the last of two wins");
  t.equal(canonicalJson("a\ud800b\udc00"), '"a\\ud800b\\udc00"', "half a pair is its escape");
  t.equal(canonicalJson(JSON.parse("[1e400,-1e400]")), "[null,null]", "beyond the doubles");
  t.equal(canonicalJson(JSON.parse('{"__proto__":{"x":[]},"y":{}}')), '{"__proto__":{"x":[]},"y":{}}');
});

test("canonicalJson() takes a value of any depth", async (t) => {
  const text = `${'{"a":['.repeat(20_000)}${"]}".repeat(20_000)}`;

  t.equal(canonicalJson(JSON.parse(text)), text);
});

test("digest() is the beginning of the SHA-256 of the canonical JSON", async (t) => {
  t.equal(pureSha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  t.equal(
    digest({ b: 1, a: [] }, (text) => `${text}${" ".repeat(40)}`),
    '{"a":[],"b":1}'.padEnd(32),
  );
  t.equal(
    digest([{ type: "text", text: "fix the failing build" }], pureSha256),
    "fbc514e9fc7d86fd1ebd3442af65801d",
  );
  t.equal(digest({ command: "npm test" }, pureSha256), "9178ac939ad908d8fd89e97596cdc0e5");
  t.equal(digest({ output: "ok 42 tests" }, pureSha256), "7811f89e5155f3d9b75fba7dc9ca3048");
});
