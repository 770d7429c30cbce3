import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { type RedactionOptions, redactText, redactValue } from "../../src/mapping/redaction/redact.js";
import type { Json } from "../../src/wire/message.js";
import { root } from "../root.js";

interface Case<Value> {
  readonly name: string;
  readonly input: Value;
  readonly options?: RedactionOptions;
  readonly expected: Value;
}

const corpus: { readonly text: readonly Case<string>[]; readonly value: readonly Case<Json>[] } = JSON.parse(
  readFileSync(join(root, "conformance/fixtures/redaction/cases.json"), "utf8"),
);

test("redactText() does what the corpus says", async (t) => {
  for (const { name, input, options, expected } of corpus.text) {
    t.equal(redactText(input, options), expected, name);
  }
});

test("redactText() leaves what it made of a text as it is", async (t) => {
  for (const { name, input, options } of corpus.text) {
    const once = redactText(input, options);
    t.equal(redactText(once, options), once, name);
  }
});

test("redactValue() does what the corpus says", async (t) => {
  for (const { name, input, options, expected } of corpus.value) {
    t.equal(JSON.stringify(redactValue(input, options)), JSON.stringify(expected), name);
  }
});

test("redactValue() takes a value of any depth", async (t) => {
  const nest: Json = JSON.parse(`${'{"a":['.repeat(5_000)}"end"${"]}".repeat(5_000)}`);

  t.match(JSON.stringify(redactValue(nest)), "[REDACTED:secret]");
});

/** Texts that make patterns read on and on: each a piece that a credential could begin with, a hundred thousand times. */
const PIECES = [
  "-----BEGIN A-----",
  "-----BEGIN ",
  "-----END A",
  "AKIA",
  "bearer ",
  "bearer\t\n",
  "eyJ",
  "-eyJaaaaa",
  "eyJaaaaaaaa.",
  "eyJaaaaaaaa.bbbbbbbb",
  "ghp_",
  "sk-",
  "xoxb-",
  "token=",
  'token="',
  'token="\\',
  "token ",
  "api key",
  "password:'",
  "/home/",
  "C:\\Users\\",
  "a@",
  "a@b.",
  "a.a.a@a.a.",
  "@",
  "+1 (2) 3-",
  "+1",
  "1",
  "(555) ",
  "555-555-",
  " ",
  "\\",
  "a",
];

test("redactText() takes time in proportion to the text", async (t) => {
  const slow = PIECES.filter((piece) => {
    const short = timeOf(piece, 20_000);
    const long = timeOf(piece, 160_000);
    // Eight times the text: eight times the time, sixty-four if each place read on to the end.
    return long > 250 && long > short * 24;
  });

  t.same(slow, [], `${PIECES.length} texts`);
});

function timeOf(piece: string, length: number): number {
  const text = piece.repeat(Math.ceil(length / piece.length));
  const start = performance.now();
  redactText(text, { home: "/root" });
  return performance.now() - start;
}
