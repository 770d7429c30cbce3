import { createReadStream } from "node:fs";
import { Fault } from "../fault.js";
import { LineSplitter } from "../wire/line-splitter.js";
import { parseTraceLine, type TraceGapLine, type TraceLine } from "../wire/trace-line.js";

/** A tee keeps 4 MiB of a line; a longer one than this, however it is spelled, is of no trace. */
const MOST_LINE_BYTES = 67_108_864;

/** The lines of a trace file, in its order. A Fault `usage` at the first that is none. */
export async function* traceLines(path: string): AsyncGenerator<TraceLine | TraceGapLine> {
  let number = 0;
  for await (const text of linesOf(path)) {
    number += 1;
    if (text.trim() === "") continue;
    const line = parseTraceLine(text);
    if ("malformed" in line) {
      throw new Fault("usage", `Cannot read line ${number} of ${path}: ${line.malformed}`);
    }
    yield line;
  }
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
      { cause: error },
    );
  }
  const last = splitter.end();
  if (last !== undefined) yield last.bytes.toString("utf8");
}
