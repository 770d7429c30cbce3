import { Buffer } from "node:buffer";
import type { Direction } from "../wire/direction.js";
import type { Line, LineEnd } from "../wire/line-splitter.js";
import { isJsonObject, type Json } from "../wire/message.js";
import { JournalFault, journalFault } from "./file/journal-fault.js";
import { linesOf } from "./file/lines.js";
import type { JournalRefusal } from "./frame/refusal.js";
import type { JournalWriter } from "./journal-writer.js";

/** One line of a trace. */
export interface TraceLine {
  readonly direction: Direction;
  readonly line: Line;
}

/** A line that the journal refused, by its place in the trace, from 1. */
export interface RefusedLine {
  readonly number: number;
  readonly refusal: JournalRefusal;
}

/** The lines of a trace as acp-tee writes it; of two hops, those at the agent. Throws a JournalFault. */
export function* readTrace(file: string): Generator<TraceLine, void, void> {
  let number = 0;
  try {
    for (const { text } of linesOf(file)) {
      number += 1;
      const line = traceLine(parse(Buffer.from(text, "latin1").toString("utf8")));
      if (line === undefined) {
        throw new JournalFault(
          "usage",
          `Cannot read trace ${JSON.stringify(file)}: line ${number} is no trace line`,
        );
      }
      if (line !== "other hop") yield line;
    }
  } catch (error) {
    throw error instanceof JournalFault ? error : journalFault("read", file, error);
  }
}

/** Journals a trace: the same calls that a tee makes while the lines travel. */
export function recordTrace(trace: Iterable<TraceLine>, journal: JournalWriter): readonly RefusedLine[] {
  const refused: RefusedLine[] = [];
  let number = 0;
  for (const { direction, line } of trace) {
    number += 1;
    const refusal = journal.append(direction, line);
    if (refusal !== undefined) refused.push({ number, refusal });
    if (journal.pendingBytes > BATCH_BYTES) journal.flush();
  }
  journal.flush();
  return refused;
}

const BATCH_BYTES = 1 << 20;

function traceLine(value: Json | undefined): TraceLine | "other hop" | undefined {
  if (!isJsonObject(value)) return undefined;
  const { dir, line, b64, hop, eol = "\n" } = value;
  if ((dir !== "c2a" && dir !== "a2c") || !isLineEnd(eol)) return undefined;
  if (hop === "client") return "other hop";
  if (typeof line === "string")
    return { direction: dir, line: { bytes: Buffer.from(line), eol, cutBytes: 0 } };
  if (typeof b64 !== "string") return undefined;
  return { direction: dir, line: { bytes: Buffer.from(b64, "base64"), eol, cutBytes: 0 } };
}

function isLineEnd(value: Json): value is LineEnd {
  return value === "" || value === "\n" || value === "\r\n";
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json; // JSON.parse gives JSON values
  } catch {
    return undefined;
  }
}
