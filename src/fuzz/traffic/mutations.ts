import { Buffer } from "node:buffer";
import fc, { type Arbitrary } from "fast-check";

/** A change of the bytes of one line, without its newline; no change makes two lines of it. */
interface Mutation {
  readonly name: string;
  /** What it makes of the line; `at` and `pick` are any whole numbers. */
  readonly change: (line: Buffer, at: number, pick: number) => Buffer;
}

/** One line after a mutation, and which it was; some lines leave a mutation nothing to change. */
export interface MutatedLine {
  readonly bytes: Buffer;
  readonly mutation: string;
}

const LF = 0x0a;
const LEFT = "left as it is";
const INVALID_UTF8 = [[0xff], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]];
const ODD_BYTES = [0x00, 0x0d, 0x1b, 0x7f, 0x09];
const ODD_SPACE = ["\r", " ", "\t", "\r\r", "  \t "];
const ODD_ESCAPES = [
  "\\uD834\\uDD1E",
  "\\u000A",
  "\\u0000",
  "\\/\\b\\f",
  "\\u002f",
  "\\u2028\\u2029",
  "\\uFEFF",
];
const NUMBER_TAILS = [".0", "e0", ".00e+0", "E-0"];
const NUMBERS = [
  "9007199254740993",
  "1e400",
  "-0",
  "1.0",
  "0.1e1",
  "123456789012345678901234567890",
  "1E+2",
  "9".repeat(5000),
  `0.${"0".repeat(400)}1`,
];

/** Lines that are no longer JSON, or no longer text: for bridges that promise to forward those too. */
const BROKEN: readonly Mutation[] = [
  named("flip a bit", flipped),
  named("truncate", (line, at) => line.subarray(0, at % Math.max(1, line.length))),
  named("insert an odd byte", (line, at, pick) => inserted(line, at, [choose(ODD_BYTES, pick)])),
  named("insert invalid UTF-8", (line, at, pick) => inserted(line, at, choose(INVALID_UTF8, pick))),
  named("put a BOM in front", (line) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), line])),
  named("say it twice in one line", (line) => Buffer.concat([line, line])),
  named("splice", (line, at, pick) =>
    Buffer.concat([line.subarray(0, place(line, at)), line.subarray(place(line, pick))]),
  ),
  named("cut a character", (line, at) => Buffer.concat([Buffer.from("𝄞").subarray(1 + (at % 3)), line])),
  named("leave a stretch out", (line, at, pick) => {
    const [start, end] = [place(line, at), place(line, pick)].sort((left, right) => left - right);
    return Buffer.concat([line.subarray(0, start), line.subarray(end)]);
  }),
];

/** Lines that say the same or more, in other bytes: still one JSON value. */
const RESPELLED: readonly Mutation[] = [
  named("end with odd white space", (line, _, pick) =>
    Buffer.concat([line, Buffer.from(choose(ODD_SPACE, pick))]),
  ),
  named("begin with white space", (line, _, pick) =>
    Buffer.concat([Buffer.from(" ".repeat(1 + (pick % 3))), line]),
  ),
  named("space out", (line) =>
    respelled(line, (value) => JSON.stringify(value, null, 1).replaceAll("\n", " ")),
  ),
  named("escape a solidus", (line) => Buffer.from(line.toString("utf8").replace("/", "\\/"))),
  named("escape a letter", escapedLetter),
  named("add a number", (line, _, pick) => withMember(line, `"n":${choose(NUMBERS, pick)}`)),
  named("respell a number", (line, at, pick) => {
    const ends = [...line.toString("latin1").matchAll(/[[:,]-?\d+(?=[,}\]])/g)];
    const found = ends[at % Math.max(1, ends.length)];
    if (found === undefined) return line;
    return inserted(line, found.index + found[0].length, Buffer.from(choose(NUMBER_TAILS, pick)));
  }),
  named("repeat a key", (line) => withMember(line, '"jsonrpc":"2.0"')),
  named("repeat a key with another value", (line, at) =>
    Buffer.from(
      line.toString("utf8").replace(/^\{(?=")/, at % 2 === 0 ? '{"method":0,' : '{"id":null,"id":[],'),
    ),
  ),
  named("add __proto__", (line) => withMember(line, '"__proto__":{"a":1}')),
  named("nest deep", (line, at) => {
    const depth = 2 + (at % 600);
    return withMember(line, `"deep":${"[".repeat(depth)}${"]".repeat(depth)}`);
  }),
  named("nest objects deep", (line, at) => {
    const depth = 2 + (at % 300);
    return withMember(line, `"deep":${'{"":'.repeat(depth)}0${"}".repeat(depth)}`);
  }),
  named("add a lone surrogate", (line) => withMember(line, '"s":"\\ud834"')),
  named("add odd escapes", (line, _, pick) => withMember(line, `"s":"${choose(ODD_ESCAPES, pick)}"`)),
];

const ALL: readonly Mutation[] = [...BROKEN, ...RESPELLED];

/** Their names, each of which says what is done to a line. */
export const MUTATIONS: readonly string[] = ALL.map(({ name }) => name);

/** One of the mutations; without the broken ones the line stays one JSON value. */
export function mutations(mayBreak: boolean): Arbitrary<(line: string) => MutatedLine> {
  return fc
    .tuple(fc.nat(), fc.nat(), fc.nat())
    .map((numbers) => (line) => mutate(Buffer.from(line, "utf8"), mayBreak, numbers));
}

/** A line after the mutation that three whole numbers choose; without the broken ones it stays one JSON value. */
export function mutate(
  line: Buffer,
  mayBreak: boolean,
  [which, at, pick]: readonly [which: number, at: number, pick: number],
): MutatedLine {
  const { name, change } = choose(mayBreak ? ALL : RESPELLED, which);
  const bytes = change(line, at, pick);
  return { bytes, mutation: bytes.equals(line) ? LEFT : name };
}

function named(name: string, change: Mutation["change"]): Mutation {
  return { name, change };
}

function place(line: Buffer, at: number): number {
  return at % (line.length + 1);
}

function choose<Value>(values: readonly Value[], pick: number): Value {
  const value = values[pick % values.length];
  if (value === undefined) throw new Error("Cannot choose from nothing");
  return value;
}

function flipped(line: Buffer, at: number, pick: number): Buffer {
  const copy = Buffer.from(line);
  const spot = at % Math.max(1, line.length);
  const byte = copy[spot] ?? 0;
  const changed = byte ^ (1 << (pick % 8));
  // At most one bit makes a line end of a byte, so that the next one does not.
  copy[spot] = changed === LF ? byte ^ (1 << ((pick + 1) % 8)) : changed;
  return copy;
}

function inserted(line: Buffer, at: number, bytes: Iterable<number>): Buffer {
  const spot = place(line, at);
  return Buffer.concat([line.subarray(0, spot), Buffer.from([...bytes]), line.subarray(spot)]);
}

/** The line written anew by another writer; a line that numbers do not survive stays as it is. */
function respelled(line: Buffer, write: (value: unknown) => string): Buffer {
  const text = line.toString("utf8");
  const value: unknown = JSON.parse(text);
  return JSON.stringify(value) === text ? Buffer.from(write(value)) : line;
}

/** A letter of the key that every message has, as an escape. */
function escapedLetter(line: Buffer, at: number): Buffer {
  const key = "jsonrpc";
  const spot = at % key.length;
  const code = key.charCodeAt(spot).toString(16).padStart(4, "0");
  const escaped = `${key.slice(0, spot)}\\u${code}${key.slice(spot + 1)}`;
  return Buffer.from(line.toString("utf8").replace(`"${key}"`, `"${escaped}"`));
}

/** The line's object with one more member at its end. */
function withMember(line: Buffer, member: string): Buffer {
  const text = line.toString("utf8");
  return text.endsWith("}") && text !== "{}" ? Buffer.from(`${text.slice(0, -1)},${member}}`) : line;
}
