import type { Direction } from "../wire/direction.js";
import type { Line } from "../wire/line-splitter.js";
import { parseTraceLine, type TraceLine as WireTraceLine } from "../wire/trace-line.js";
import { JournalFault, journalFault } from "./file/journal-fault.js";
import { linesOf } from "./file/lines.js";
import type { JournalRefusal } from "./frame/refusal.js";
import type { JournalWriter } from "./journal-writer.js";

/** One line of a trace. */
export interface TraceLine {
  readonly direction: Direction;
  readonly line: Line;
}

/** A place in a trace where lines are missing. */
export interface TraceGap {
  readonly gap: { readonly direction: Direction; readonly lines: number; readonly bytes: number };
}

/** A line that the journal refused, by its place in the trace, from 1. */
export interface RefusedLine {
  readonly number: number;
  readonly refusal: JournalRefusal;
}

/** The lines and gaps of a trace as acp-tee writes it; of two hops, those at the agent. Throws a JournalFault. */
export function* readTrace(file: string): Generator<TraceLine | TraceGap, void, void> {
  let number = 0;
  try {
    for (const { text } of linesOf(file)) {
      number += 1;
      const read = parseTraceLine(Buffer.from(text, "latin1").toString("utf8"));
      if ("malformed" in read) {
        throw new JournalFault(
          "usage",
          `Cannot read trace ${JSON.stringify(file)}: line ${number} is no trace line: ${read.malformed}`,
        );
      }
      if ("gap" in read) yield read;
      else if (read.hop !== "client") yield lineOf(read);
    }
  } catch (error) {
    throw error instanceof JournalFault ? error : journalFault("read", file, error);
  }
}

/** Journals a trace: the same calls that a tee makes while the lines travel. */
export function recordTrace(
  trace: Iterable<TraceLine | TraceGap>,
  journal: JournalWriter,
): readonly RefusedLine[] {
  const refused: RefusedLine[] = [];
  let number = 0;
  for (const read of trace) {
    number += 1;
    if ("gap" in read) journal.note(read.gap);
    const refusal = "gap" in read ? undefined : journal.append(read.direction, read.line);
    if (refusal !== undefined) refused.push({ number, refusal });
    if (journal.pendingBytes > BATCH_BYTES) journal.flush();
  }
  journal.flush();
  return refused;
}

const BATCH_BYTES = 1 << 20;

function lineOf({ direction, bytes, eol, cutBytes = 0 }: WireTraceLine): TraceLine {
  return { direction, line: { bytes, eol, cutBytes } };
}
