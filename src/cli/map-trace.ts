import { once } from "node:events";
import { createReadStream } from "node:fs";
import { Fault } from "../fault.js";
import {
  endConnection,
  frameOfText,
  initialState,
  mapSession,
  type SessionEvent,
  type SessionFrame,
  type SessionOptions,
} from "../mapping/mapping.js";
import { LineSplitter } from "../wire/line-splitter.js";
import { parseTraceLine, type TraceLine } from "../wire/trace-line.js";

/** A tee keeps 4 MiB of a line; a longer one than this, however it is spelled, is of no trace. */
const MOST_LINE_BYTES = 67_108_864;

/** What a trace says that it lacks, and lines that it holds only in part. */
interface Lack {
  lines: number;
  bytes: number;
}

/**
 * Prints what the frames of a trace map to. Of a trace that was taken in two places only the place of its first frame
 * counts, since every frame passed both. What the trace lacks maps to nothing and is told on stderr.
 */
export async function mapTrace(path: string, options: SessionOptions): Promise<void> {
  const state = initialState();
  const lack: Lack = { lines: 0, bytes: 0 };
  let hop: TraceLine["hop"];
  let isFirst = true;
  let number = 0;
  for await (const text of linesOf(path)) {
    number += 1;
    if (text.trim() === "") continue;
    const line = parseTraceLine(text);
    if ("malformed" in line) {
      throw new Fault("usage", `Cannot read line ${number} of ${path}: ${line.malformed}`);
    }
    if ("gap" in line) {
      add(lack, line.gap.lines, line.gap.bytes);
      continue;
    }
    if (isFirst) hop = line.hop;
    isFirst = false;
    const frame = line.hop === hop ? frameOf(line, lack) : undefined;
    if (frame !== undefined) await print(mapSession(state, frame, options)[1]);
  }
  await print(endConnection(state, options)[1]);
  if (lack.bytes > 0) {
    process.stderr.write(`acp-assay: ${path} lacks ${lack.lines} lines, ${lack.bytes} bytes\n`);
  }
}

function frameOf({ direction, bytes, eol, cutBytes = 0 }: TraceLine, lack: Lack): SessionFrame | undefined {
  if (cutBytes === 0) return frameOfText(direction, bytes.toString("utf8"));
  // As the tee itself does: what is left of a line is no frame.
  add(lack, 1, bytes.length + eol.length + cutBytes);
  return undefined;
}

function add(lack: Lack, lines: number, bytes: number): void {
  lack.lines += lines;
  lack.bytes += bytes;
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const splitter = new LineSplitter();
  try {
    for await (const chunk of createReadStream(path)) {
      for (const { bytes } of splitter.push(chunk)) yield bytes.toString("utf8");
      if (splitter.pendingBytes > MOST_LINE_BYTES) {
        throw new Error(`a line is longer than ${MOST_LINE_BYTES} bytes, so it is no trace`);
      }
    }
  } catch (error) {
    throw new Fault(
      "usage",
      `Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
  const last = splitter.end();
  if (last !== undefined) yield last.bytes.toString("utf8");
}

/** Waits for a slow reader; one that went away is waited for no more. */
async function print(events: readonly SessionEvent[]): Promise<void> {
  const { stdout } = process;
  if (events.length === 0 || stdout.destroyed) return;
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  if (!stdout.write(text)) await Promise.race([once(stdout, "drain"), once(stdout, "close")]);
}
