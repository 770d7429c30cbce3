import { Buffer, isUtf8 } from "node:buffer";
import type { Direction } from "./direction.js";
import type { LineEnd } from "./line-splitter.js";

/** Where a frame was seen when there are two places: between client and bridge, or between bridge and agent. */
export type Hop = "client" | "agent";

/** One frame of a trace, with the bytes as they travelled. */
export interface TraceLine {
  /** Microseconds since the start of the recording. */
  readonly t: number;
  /** Left out where there is only one place to look from, as in a tee's own trace. */
  readonly hop?: Hop;
  readonly direction: Direction;
  /** Without the line end. */
  readonly bytes: Buffer;
  readonly eol: LineEnd;
  /** Bytes at the end of a very long line that the recording left out; absent when there are none. */
  readonly cutBytes?: number;
}

/** Lines that travelled at this point and that the recording lacks. */
export interface TraceGap {
  readonly t: number;
  readonly direction: Direction;
  readonly lines: number;
  readonly bytes: number;
}

/** A line of a trace that tells of a gap instead of a frame. */
export interface TraceGapLine {
  readonly gap: TraceGap;
}

/** Why a text is no trace line. */
export interface MalformedTraceLine {
  readonly malformed: string;
}

const LF = 0x0a;

/**
 * One line of a trace file, without its line feed:
 * `{"t":12,"hop":"client","dir":"c2a","line":"…","eol":""}`. Bytes that are not UTF-8 stand in `b64` instead of `line`;
 * `eol` is left out when it is a line feed.
 */
export function formatTraceLine({ t, hop, direction, bytes, eol, cutBytes = 0 }: TraceLine): string {
  return JSON.stringify({
    t,
    ...(hop !== undefined && { hop }),
    dir: direction,
    ...(isUtf8(bytes) ? { line: bytes.toString("utf8") } : { b64: bytes.toString("base64") }),
    ...(eol !== "\n" && { eol }),
    ...(cutBytes > 0 && { cutBytes }),
  });
}

/** One line of a trace file that says what is missing: `{"t":12,"dir":"a2c","droppedLines":3,"droppedBytes":120}`. */
export function formatTraceGap({ t, direction, lines, bytes }: TraceGap): string {
  return JSON.stringify({ t, dir: direction, droppedLines: lines, droppedBytes: bytes });
}

/** Reads what `formatTraceLine` and `formatTraceGap` write. Unknown members are passed over. */
export function parseTraceLine(text: string): TraceLine | TraceGapLine | MalformedTraceLine {
  const value = readObject(text);
  if (value === undefined) return { malformed: "not a JSON object" };
  const { t, hop, dir, eol = "\n", cutBytes = 0 } = value;
  if (typeof t !== "number" || t < 0) return wrong("t", t, "microseconds");
  if (hop !== undefined && hop !== "client" && hop !== "agent")
    return wrong("hop", hop, '"client" or "agent"');
  if (dir !== "c2a" && dir !== "a2c") return wrong("dir", dir, '"c2a" or "a2c"');
  if ("droppedBytes" in value || "droppedLines" in value) return readGap(t, dir, value);
  if (eol !== "" && eol !== "\n" && eol !== "\r\n") return wrong("eol", eol, '"", "\\n" or "\\r\\n"');
  if (!isCount(cutBytes)) return wrong("cutBytes", cutBytes, "a count");
  const bytes = readBytes(value);
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (bytes.includes(LF)) return { malformed: "a line holds a line feed" };
  return {
    t,
    ...(hop !== undefined && { hop }),
    direction: dir,
    bytes,
    eol,
    ...(cutBytes > 0 && { cutBytes }),
  };
}

function readGap(
  t: number,
  direction: Direction,
  { droppedLines, droppedBytes }: Record<string, unknown>,
): TraceGapLine | MalformedTraceLine {
  if (!isCount(droppedLines)) return wrong("droppedLines", droppedLines, "a count");
  if (!isCount(droppedBytes)) return wrong("droppedBytes", droppedBytes, "a count");
  return { gap: { t, direction, lines: droppedLines, bytes: droppedBytes } };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function readBytes({ line, b64 }: Record<string, unknown>): Buffer | MalformedTraceLine {
  if ((line === undefined) === (b64 === undefined)) return { malformed: 'needs one of "line" and "b64"' };
  if (line !== undefined) {
    if (typeof line !== "string") return wrong("line", line, "a string");
    if (/\p{Surrogate}/u.test(line))
      return { malformed: '"line" holds half a surrogate pair, which no bytes spell' };
    return Buffer.from(line, "utf8");
  }
  const bytes = Buffer.from(String(b64), "base64");
  return bytes.toString("base64") === b64 ? bytes : wrong("b64", b64, "base64");
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function wrong(member: string, found: unknown, expected: string): MalformedTraceLine {
  const shown = found === undefined ? "missing" : (JSON.stringify(found) ?? "").slice(0, 40);
  return { malformed: `"${member}" is ${shown}, expected ${expected}` };
}
