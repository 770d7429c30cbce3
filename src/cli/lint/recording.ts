import { Transcript } from "../../driver/transcript.js";
import type { Direction } from "../../wire/direction.js";
import { Frame } from "../../wire/frame.js";
import type { TraceGapLine, TraceLine } from "../../wire/trace-line.js";
import { traceLines } from "../trace-lines.js";

/** A recorded connection, as far as it can be judged. */
export interface Recording {
  readonly path: string;
  /** Every whole line that the trace holds. */
  readonly whole: Transcript;
  /** The lines from the beginning of the connection up to the first that is missing: nothing before them is unknown. */
  readonly certain: Transcript;
  /** What keeps the rest from being judged, a line each. */
  readonly limits: readonly string[];
}

/**
 * Reads a trace. Of one that was taken in two places only the place of its first line counts, since every line passed
 * both. Lines come in the order of their times: a tee writes the two directions as it gets to them.
 */
export async function readRecording(path: string): Promise<Recording> {
  const lines: (TraceLine | TraceGapLine)[] = [];
  for await (const line of traceLines(path)) lines.push(line);
  const first = lines.find((line): line is TraceLine => !("gap" in line));
  const own = lines.filter((line) => "gap" in line || line.hop === first?.hop);
  const sorted = own.sort((left, right) => timeOf(left) - timeOf(right));
  const frames = sorted.flatMap((line) => frameOf(line));
  const numbered = frames.map((frame, place) => renumbered(frame, place + 1));
  const end = certainUntil(sorted, numbered);
  return {
    path,
    whole: Transcript.recorded(numbered),
    certain: Transcript.recorded(numbered.filter(({ atMicros }) => atMicros <= end)),
    limits: limitsOf(path, sorted, numbered),
  };
}

function timeOf(line: TraceLine | TraceGapLine): number {
  return "gap" in line ? line.gap.t : line.t;
}

/** A line that the recording cut, and a last one that nobody ended, is no whole line: whose fault that is nobody knows. */
function isWhole(line: TraceLine | TraceGapLine): line is TraceLine {
  return !("gap" in line) && (line.cutBytes ?? 0) === 0 && line.eol !== "";
}

function frameOf(line: TraceLine | TraceGapLine): Frame[] {
  if (!isWhole(line)) return [];
  const { bytes, eol, direction, t } = line;
  return [new Frame({ bytes, eol, cutBytes: 0 }, direction, t, 0)];
}

function renumbered({ bytes, eol, cutBytes, direction, atMicros }: Frame, number: number): Frame {
  return new Frame({ bytes, eol, cutBytes }, direction, atMicros, number);
}

/**
 * The time up to which everything is known. What a gap lost travelled somewhere behind the last line of its direction,
 * and what the other side wrote from there on may be about it.
 */
function certainUntil(lines: readonly (TraceLine | TraceGapLine)[], frames: readonly Frame[]): number {
  if (!beginsAtTheBeginning(frames)) return -1;
  const last: Record<Direction, number> = { c2a: -1, a2c: -1 };
  for (const line of lines) {
    const direction = "gap" in line ? line.gap.direction : line.direction;
    if (!isWhole(line) && !isEnd(line)) return last[direction];
    last[direction] = timeOf(line);
  }
  return Number.POSITIVE_INFINITY;
}

/** The unterminated end of a direction: nothing comes behind it. */
function isEnd(line: TraceLine | TraceGapLine): boolean {
  return !("gap" in line) && line.eol === "" && (line.cutBytes ?? 0) === 0;
}

function beginsAtTheBeginning(frames: readonly Frame[]): boolean {
  const message = frames.find(({ direction }) => direction === "c2a")?.message;
  return message?.kind === "request" && message.method === "initialize";
}

function limitsOf(
  path: string,
  lines: readonly (TraceLine | TraceGapLine)[],
  frames: readonly Frame[],
): string[] {
  const lost = lines.reduce((sum, line) => sum + ("gap" in line ? line.gap.lines : 0), 0);
  const cut = lines.filter((line) => !("gap" in line) && (line.cutBytes ?? 0) > 0).length;
  return [
    ...(beginsAtTheBeginning(frames) ? [] : [`${path} does not begin with initialize`]),
    ...(lost > 0 ? [`${path} lacks ${lost} lines`] : []),
    ...(cut > 0 ? [`${path} holds ${cut} lines only in part`] : []),
  ];
}
