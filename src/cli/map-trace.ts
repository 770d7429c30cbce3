import { once } from "node:events";
import { createReadStream } from "node:fs";
import { Fault } from "../fault.js";
import {
  endConnection,
  frameOfText,
  initialState,
  mapSession,
  type SessionEvent,
  type SessionOptions,
} from "../mapping/mapping.js";
import { LineSplitter } from "../wire/line-splitter.js";
import { parseTraceLine, type TraceLine } from "../wire/trace-line.js";

/**
 * Prints what the frames of a trace map to. Of a trace that was taken in two places only the place of its first frame
 * counts, since every frame passed both.
 */
export async function mapTrace(path: string, options: SessionOptions): Promise<void> {
  const state = initialState();
  let hop: TraceLine["hop"];
  let number = 0;
  for await (const text of linesOf(path)) {
    number += 1;
    if (text.trim() === "") continue;
    const line = parseTraceLine(text);
    if ("malformed" in line) {
      throw new Fault("usage", `Cannot read line ${number} of ${path}: ${line.malformed}`);
    }
    if (number === 1) hop = line.hop;
    const frame = line.hop === hop ? frameOfText(line.direction, line.bytes.toString("utf8")) : undefined;
    if (frame !== undefined) await print(mapSession(state, frame, options)[1]);
  }
  await print(endConnection(state, options)[1]);
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const splitter = new LineSplitter();
  try {
    for await (const chunk of createReadStream(path)) {
      for (const { bytes } of splitter.push(chunk)) yield bytes.toString("utf8");
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
