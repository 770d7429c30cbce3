import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Direction } from "../../src/wire/direction.js";

/** What passed, as one side wrote it. */
export type PassedBytes = Readonly<Record<Direction, Buffer>>;

/** One line of a trace: a line, or what is missing in this place. */
interface Item {
  readonly dir: Direction;
  readonly line?: string;
  readonly b64?: string;
  readonly eol?: string;
  readonly cutBytes?: number;
  readonly droppedBytes?: number;
}

/** A trace is written by a thread that goes last; it is waited for so long. */
const PATIENCE_MS = 2_000;

export interface TraceJudgement {
  readonly wrong: string | undefined;
  /** Bytes that it lacks, and says so. */
  readonly gaps: number;
  /** Does it account for all that passed, rightly or not? */
  readonly isOver: boolean;
}

/**
 * What is wrong with a trace of all that passed: each line has to be the bytes at its place, and each gap as long as what
 * is missing.
 */
export async function judgeTrace(path: string, passed: PassedBytes): Promise<TraceJudgement> {
  const total = passed.c2a.length + passed.a2c.length;
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const items = readItems(path);
    const sum = items.reduce((bytes, item) => bytes + lengthOf(item), 0);
    if (sum >= total) return compare(items, passed);
    const isLate = performance.now() > until;
    if (isLate) return { wrong: `it accounts for ${sum} of ${total} bytes`, gaps: 0, isOver: false };
    await delay(50);
  }
}

function compare(items: readonly Item[], passed: PassedBytes): TraceJudgement {
  const place = { c2a: 0, a2c: 0 };
  let gaps = 0;
  for (const item of items) {
    const { dir, cutBytes = 0, droppedBytes = 0 } = item;
    const text = bytesOf(item);
    const at = place[dir];
    const end = Buffer.from(droppedBytes > 0 ? "" : (item.eol ?? "\n"));
    const afterText = at + text.length + cutBytes;
    const isRight =
      text.equals(passed[dir].subarray(at, at + text.length)) &&
      end.equals(passed[dir].subarray(afterText, afterText + end.length));
    if (!isRight)
      return { wrong: `byte ${at} of ${dir} is ${JSON.stringify(item).slice(0, 200)}`, gaps, isOver: true };
    place[dir] += lengthOf(item);
    gaps += cutBytes + droppedBytes;
  }
  const isWhole = place.c2a === passed.c2a.length && place.a2c === passed.a2c.length;
  return { wrong: isWhole ? undefined : `it goes to ${JSON.stringify(place)}`, gaps, isOver: true };
}

function readItems(path: string): Item[] {
  const text = readOrNothing(path);
  // The last line may be half written.
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

function bytesOf({ line, b64 = "" }: Item): Buffer {
  return line === undefined ? Buffer.from(b64, "base64") : Buffer.from(line);
}

function lengthOf(item: Item): number {
  if (item.droppedBytes !== undefined) return item.droppedBytes;
  return bytesOf(item).length + (item.cutBytes ?? 0) + (item.eol ?? "\n").length;
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It is made when the first line is written.
    return "";
  }
}
