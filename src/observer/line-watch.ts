import type { Buffer } from "node:buffer";
import type { Direction } from "../wire/direction.js";
import { LineSplitter } from "../wire/line-splitter.js";
import type { Gap } from "../wire/ring/ring-memory.js";
import type { ObservationSink } from "./observed.js";

const LF = 0x0a;

/** Bytes of one line that are kept; what lies beyond is counted in `cutBytes`. */
export const MOST_LINE_BYTES = 4_194_304;

/**
 * Makes lines of the chunks of one direction, for a sink. Around a gap whole lines are left out: the one that it begins
 * in, those inside and the one that it ends in, so that no line is ever shown with a hole.
 */
export class LineWatch {
  readonly #direction: Direction;
  readonly #sink: ObservationSink;
  #splitter = new LineSplitter(MOST_LINE_BYTES);
  /** Set from a gap until the next beginning of a line. */
  #lost: { lines: number; bytes: number } | undefined;

  constructor(direction: Direction, sink: ObservationSink) {
    this.#direction = direction;
    this.#sink = sink;
  }

  chunk(bytes: Buffer, micros: number): void {
    const rest = this.#lost === undefined ? bytes : this.#resume(bytes, micros);
    for (const line of this.#splitter.push(rest)) {
      this.#sink.line({ direction: this.#direction, line, micros });
    }
  }

  gap(gap: Gap, micros: number): void {
    const lost = this.#lost ?? { lines: 0, bytes: 0 };
    const pendingBytes = this.#splitter.pendingBytes;
    // The line that was being lost when this gap began is counted once.
    const isCounted = this.#lost !== undefined;
    this.#splitter = new LineSplitter(MOST_LINE_BYTES);
    this.#lost = {
      lines: lost.lines + gap.lines - (isCounted ? 1 : 0),
      bytes: lost.bytes + pendingBytes + gap.bytes,
    };
    if (gap.isAtLineStart) this.#report(micros);
  }

  end(micros: number): void {
    this.#report(micros);
    const line = this.#splitter.end();
    if (line !== undefined) this.#sink.line({ direction: this.#direction, line, micros });
  }

  /** Skips the rest of a line that has a hole. */
  #resume(bytes: Buffer, micros: number): Buffer {
    const feed = bytes.indexOf(LF);
    const skipped = feed === -1 ? bytes.length : feed + 1;
    if (this.#lost !== undefined) this.#lost.bytes += skipped;
    if (feed !== -1) this.#report(micros);
    return bytes.subarray(skipped);
  }

  #report(micros: number): void {
    if (this.#lost === undefined) return;
    this.#sink.gap({ direction: this.#direction, micros, ...this.#lost });
    this.#lost = undefined;
  }
}
