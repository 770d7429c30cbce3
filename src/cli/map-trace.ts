import { once } from "node:events";
import {
  endConnection,
  frameOfText,
  initialState,
  mapSession,
  type SessionEvent,
  type SessionFrame,
  type SessionOptions,
} from "../mapping/mapping.js";
import type { TraceLine } from "../wire/trace-line.js";
import { traceLines } from "./trace-lines.js";

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
  for await (const line of traceLines(path)) {
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

/** Waits for a slow reader; one that went away is waited for no more. */
async function print(events: readonly SessionEvent[]): Promise<void> {
  const { stdout } = process;
  if (events.length === 0 || stdout.destroyed) return;
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  if (!stdout.write(text)) await Promise.race([once(stdout, "drain"), once(stdout, "close")]);
}
