import { Buffer } from "node:buffer";
import type { Direction } from "../../wire/direction.js";
import { type ExactJson, parseExactJson } from "../../wire/exact-json.js";
import { type Line, LineSplitter } from "../../wire/line-splitter.js";
import { exactDifference } from "./exact-difference.js";
import { excerpt } from "./excerpt.js";
import type { PromiseLevel } from "./level.js";

/** The first difference between what went in and what came out of one direction. */
export interface Difference {
  readonly direction: Direction;
  /** What differs, as `byte 17` or `line 3 at params._meta`. */
  readonly place: string;
  readonly expected: string;
  readonly actual: string;
}

/** What a bridge does with a line that is no JSON value (DESIGN, "What a bridge promises": malformed input policy). */
export type MalformedPolicy = "forward" | "reject" | "drop";

/** Compares one direction's stream of a run through a bridge with the same of a direct run; undefined when the same. */
export function compareStreams(
  direction: Direction,
  expected: Buffer,
  actual: Buffer,
  level: PromiseLevel,
  malformed: MalformedPolicy = "forward",
): Difference | undefined {
  if (expected.equals(actual)) return undefined;
  const found = level === "bytes" ? byBytes(expected, actual) : byLines(expected, actual, level, malformed);
  return found && { direction, ...found };
}

type Found = Omit<Difference, "direction">;

function byBytes(expected: Buffer, actual: Buffer): Found | undefined {
  const at = firstDifferent(expected, actual);
  return {
    place: `byte ${at}`,
    expected: excerpt(expected, at),
    actual: excerpt(actual, at),
  };
}

/** The first place at which they are not the same, or the end of the shorter one. */
export function firstDifferent(expected: Buffer, actual: Buffer): number {
  const end = Math.min(expected.length, actual.length);
  let at = 0;
  while (at < end && expected[at] === actual[at]) at += 1;
  return at;
}

/** Line ends, blank lines and chunking are free at every level below bytes. */
function byLines(
  expected: Buffer,
  actual: Buffer,
  level: PromiseLevel,
  malformed: MalformedPolicy,
): Found | undefined {
  const wanted = keptLines(expected, malformed);
  const found = keptLines(actual, malformed);
  for (let number = 0; number < Math.max(wanted.length, found.length); number += 1) {
    const difference = compareLine(wanted[number], found[number], level);
    if (difference === undefined) continue;
    return { ...difference, place: `line ${number + 1}${difference.place}` };
  }
  return undefined;
}

function compareLine(
  wanted: Line | undefined,
  found: Line | undefined,
  level: PromiseLevel,
): Found | undefined {
  if (wanted === undefined || found === undefined)
    return { place: "", expected: show(wanted), actual: show(found) };
  if (wanted.bytes.equals(found.bytes)) return undefined;
  if (level !== "lines") {
    const [left, right] = [readJson(wanted), readJson(found)];
    if (left !== undefined && right !== undefined) {
      const difference = exactDifference(left, right);
      if (difference === undefined) return undefined;
      const { path, ...values } = difference;
      return { ...values, place: path === "" ? "" : ` at ${path}` };
    }
  }
  const at = byBytes(wanted.bytes, found.bytes);
  return at && { ...at, place: `, ${at.place}` };
}

function keptLines(bytes: Buffer, malformed: MalformedPolicy): Line[] {
  const splitter = new LineSplitter();
  const lines = splitter.push(bytes);
  const tail = splitter.end();
  if (tail !== undefined) lines.push(tail);
  return lines.filter(
    (line) =>
      !/^[ \t\r]*$/.test(line.bytes.toString("latin1")) &&
      (malformed === "forward" || readJson(line) !== undefined),
  );
}

function readJson(line: Line): ExactJson | undefined {
  const text = line.bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(line.bytes) ? parseExactJson(text) : undefined;
}

function show(line: Line | undefined): string {
  return line === undefined ? "no such line" : excerpt(line.bytes, 0);
}
