import { Buffer, isUtf8 } from "node:buffer";
import fc from "fast-check";
import { test } from "tap";
import { exactDifference } from "../../../src/fuzz/oracle/exact-difference.js";
import { MUTATIONS, mutations } from "../../../src/fuzz/traffic/mutations.js";
import { type ExactJson, memberOf, parseExactJson } from "../../../src/wire/exact-json.js";

const LINES = [
  '{"jsonrpc":"2.0","method":"session/update","params":{"text":"é𝄞"}}',
  '{"jsonrpc":"2.0","id":9007199254740993,"method":"a/b"}',
  '{"jsonrpc":"2.0","id":1,"result":{}}',
];
const DRAWS = 3000;
const LEFT = "left as it is";

/** What one mutation made of one line. */
interface Mutated {
  readonly line: Buffer;
  readonly bytes: Buffer;
}

type Claim = (mutated: Mutated) => boolean;

function drawn(mayBreak: boolean): Map<string, Mutated[]> {
  const found = new Map<string, Mutated[]>();
  const all = fc.sample(mutations(mayBreak), { seed: 1, numRuns: DRAWS });
  for (const [place, mutate] of all.entries()) {
    const line = LINES[place % LINES.length] ?? "";
    const { bytes, mutation } = mutate(line);
    found.set(mutation, [...(found.get(mutation) ?? []), { line: Buffer.from(line), bytes }]);
  }
  return found;
}

/** The line's own value with a member more at its end. */
function hasMore(key: string, isRight: (value: ExactJson) => boolean): Claim {
  return ({ line, bytes }) => {
    const value = jsonOf(bytes);
    const before = jsonOf(line);
    if (value?.type !== "object" || before?.type !== "object") return false;
    const last = value.members.at(-1);
    const isRest = value.members.length === before.members.length + 1;
    return isRest && last?.key === key && isRight(last.value);
  };
}

function jsonOf(bytes: Buffer): ExactJson | undefined {
  return isUtf8(bytes) ? parseExactJson(bytes.toString("utf8")) : undefined;
}

function saysTheSame({ line, bytes }: Mutated): boolean {
  const [before, after] = [jsonOf(line), jsonOf(bytes)];
  return before !== undefined && after !== undefined && exactDifference(before, after) === undefined;
}

function depthOf(value: ExactJson): number {
  let depth = 0;
  for (let inner: ExactJson | undefined = value; inner?.type === "array"; inner = inner.items[0]) depth += 1;
  return depth;
}

/** Is `bytes` the line with `count` bytes more in one place? */
function isLonger({ line, bytes }: Mutated): boolean {
  const more = bytes.length - line.length;
  return Array.from({ length: line.length + 1 }, (_, at) => at).some((at) =>
    Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + more)]).equals(line),
  );
}

const CLAIMS: Readonly<Record<string, Claim>> = {
  "flip a bit": ({ line, bytes }) => {
    const changed = [...line.keys()].filter((at) => line[at] !== bytes[at]);
    const [at = 0] = changed;
    return (
      line.length === bytes.length && changed.length === 1 && isOneBit((line[at] ?? 0) ^ (bytes[at] ?? 0))
    );
  },
  truncate: ({ line, bytes }) => bytes.length < line.length && line.subarray(0, bytes.length).equals(bytes),
  "insert an odd byte": (mutated) =>
    mutated.bytes.length === mutated.line.length + 1 &&
    isLonger(mutated) &&
    /[\0\r\u001b\u007f\t]/.test(`${mutated.bytes}`),
  "insert invalid UTF-8": (mutated) => isLonger(mutated) && !isUtf8(mutated.bytes),
  "put a BOM in front": ({ line, bytes }) => `${bytes}` === `\ufeff${line}`,
  "say it twice in one line": ({ line, bytes }) => `${bytes}` === `${line}${line}`,
  splice: ({ line, bytes }) =>
    [...bytes.keys(), bytes.length].some(
      (at) =>
        line.subarray(0, at).equals(bytes.subarray(0, at)) &&
        line.subarray(line.length - (bytes.length - at)).equals(bytes.subarray(at)),
    ),
  "cut a character": ({ line, bytes }) => !isUtf8(bytes) && bytes.subarray(-line.length).equals(line),
  "end with odd white space": ({ line, bytes }) => /^[ \t\r]+$/.test(`${bytes}`.slice(`${line}`.length)),
  "begin with white space": ({ line, bytes }) => `${bytes}`.trimStart() === `${line}`,
  "space out": (mutated) =>
    saysTheSame(mutated) && `${mutated.bytes}`.replaceAll(" ", "") === `${mutated.line}`,
  "escape a solidus": (mutated) => saysTheSame(mutated) && `${mutated.bytes}`.includes("\\/"),
  "escape a letter": (mutated) => saysTheSame(mutated) && /^\{"[jsonrpc]*\\u00/.test(`${mutated.bytes}`),
  "add a number": hasMore("n", ({ type }) => type === "number"),
  "repeat a key": hasMore("jsonrpc", ({ type }) => type === "string"),
  "add __proto__": hasMore("__proto__", (value) => memberOf(value, "a") !== undefined),
  "nest deep": hasMore("deep", (value) => depthOf(value) >= 2),
  "leave a stretch out": ({ line, bytes }) =>
    bytes.length < line.length &&
    [...bytes.keys(), bytes.length].some(
      (at) =>
        line.subarray(0, at).equals(bytes.subarray(0, at)) &&
        line.subarray(line.length - (bytes.length - at)).equals(bytes.subarray(at)),
    ),
  "nest objects deep": hasMore("deep", (value) => memberOf(value, "") !== undefined),
  "respell a number": (mutated) => saysTheSame(mutated) && isLonger(mutated),
  "repeat a key with another value": ({ line, bytes }) => {
    const [before, after] = [jsonOf(line), jsonOf(bytes)];
    if (before?.type !== "object" || after?.type !== "object") return false;
    return after.members.length > before.members.length && `${bytes}`.endsWith(`${line}`.slice(1));
  },
  "add odd escapes": hasMore("s", ({ type }) => type === "string"),
  "add a lone surrogate": hasMore("s", (value) => value.type === "string" && value.value === "\ud834"),
};

test("every mutation is drawn, and does to each line what its name says", async (t) => {
  const found = drawn(true);

  t.same([...found.keys()].filter((name) => name !== LEFT).sort(), [...MUTATIONS].sort());
  t.same(Object.keys(CLAIMS).sort(), [...MUTATIONS].sort(), "every one has a claim");
  for (const [name, isTrue] of Object.entries(CLAIMS)) {
    const broken = (found.get(name) ?? []).filter((mutated) => !isTrue(mutated));
    t.same(
      broken.map(({ bytes }) => bytes.toString("latin1")),
      [],
      name,
    );
  }
});

test("a mutation never makes two lines of one", async (t) => {
  t.notOk([...drawn(true).values()].flat().some(({ bytes }) => bytes.includes(0x0a)));
});

test("what a line gives no mutation to change is counted as left, and is rare", async (t) => {
  const left = drawn(true).get(LEFT) ?? [];

  t.ok(left.every(({ line, bytes }) => bytes.equals(line)));
  t.ok(left.length < DRAWS / 10, `${left.length} of ${DRAWS}`);
});

test("without the broken ones every line stays one JSON value", async (t) => {
  const found = drawn(false);
  const all = [...found.values()].flat();

  t.notOk(found.has("truncate"));
  t.equal(found.size, 15, "fourteen mutations, and what is left as it is");
  t.ok(all.every(({ bytes }) => jsonOf(bytes) !== undefined));
});

function isOneBit(difference: number): boolean {
  return difference !== 0 && (difference & (difference - 1)) === 0;
}
