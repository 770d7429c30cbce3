import type { Direction } from "../wire/direction.js";
import type { Line } from "../wire/line-splitter.js";
import { readMessage } from "../wire/message.js";

/** What the page shows of one frame of a tee: nothing of what it says. */
export interface FrameSummary {
  readonly tap: string;
  readonly direction: Direction;
  readonly time: string;
  readonly bytes: number;
  readonly kind: "request" | "notification" | "response" | "malformed" | "large";
  readonly method?: string;
  /** The JSON-RPC id as it was written. */
  readonly id?: string;
}

/** A longer line is not read for its method. */
const MAX_READ_BYTES = 64 * 1024;
const MAX_SHOWN = 80;

/** Tells those who look what frames pass. Costs nothing while nobody does. */
export class FrameFeed {
  readonly #listeners = new Set<(frame: FrameSummary) => void>();

  /** Begins to tell; the answer ends it. */
  listen(listener: (frame: FrameSummary) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  tell(tap: string, direction: Direction, line: Line, atMs: number): void {
    if (this.#listeners.size === 0) return;
    const frame = summary(tap, direction, line, atMs);
    for (const listener of this.#listeners) listener(frame);
  }
}

function summary(tap: string, direction: Direction, line: Line, atMs: number): FrameSummary {
  const bytes = line.bytes.length + line.cutBytes;
  const facts = { tap, direction, time: new Date(atMs).toISOString(), bytes };
  if (bytes > MAX_READ_BYTES) return { ...facts, kind: "large" };
  const message = readMessage(line.bytes);
  return {
    ...facts,
    kind: message.kind,
    ...("method" in message && { method: message.method.slice(0, MAX_SHOWN) }),
    ...("id" in message && { id: message.id.raw.slice(0, MAX_SHOWN) }),
  };
}
