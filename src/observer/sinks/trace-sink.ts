import type { Direction } from "../../wire/direction.js";
import { formatTraceGap, formatTraceLine } from "../../wire/trace-line.js";
import type { ObservationSink, ObservedGap, ObservedLine } from "../observed.js";
import type { AppendFile } from "./append-file.js";

/** Characters that are gathered before they are written. */
const BATCH_LENGTH = 262_144;

/** Lines of a batch, by direction: what is lost when it cannot be written. */
type Tally = Record<Direction, { lines: number; bytes: number }>;

/** Keeps every line as it travelled, in the trace format; what is missing is told in the place where it is missing. */
export class TraceSink implements ObservationSink {
  readonly #file: AppendFile;
  #batch: string[] = [];
  #batchLength = 0;
  #tally = zero();
  #lost = zero();
  #micros = 0;

  constructor(file: AppendFile) {
    this.#file = file;
  }

  line({ direction, line, micros }: ObservedLine): void {
    const { bytes, eol, cutBytes } = line;
    const total = bytes.length + eol.length + cutBytes;
    this.#add(direction, 1, total, micros, formatTraceLine({ t: micros, direction, bytes, eol, cutBytes }));
  }

  gap({ direction, lines = 0, bytes, micros }: ObservedGap): void {
    this.#add(direction, lines, bytes, micros, formatTraceGap({ t: micros, direction, lines, bytes }));
  }

  flush(): void {
    if (this.#batch.length === 0) return;
    const isWritten = this.#file.write([...this.#lostLines(), ...this.#batch]);
    this.#lost = isWritten ? zero() : sum(this.#lost, this.#tally);
    this.#tally = zero();
    this.#batch = [];
    this.#batchLength = 0;
  }

  async close(): Promise<void> {
    this.flush();
    this.#file.close();
  }

  #add(direction: Direction, lines: number, bytes: number, micros: number, text: string): void {
    this.#batch.push(text);
    this.#tally[direction].lines += lines;
    this.#tally[direction].bytes += bytes;
    this.#micros = micros;
    this.#batchLength += text.length;
    if (this.#batchLength >= BATCH_LENGTH) this.flush();
  }

  #lostLines(): string[] {
    return (["c2a", "a2c"] as const)
      .filter((direction) => this.#lost[direction].lines > 0)
      .map((direction) => formatTraceGap({ t: this.#micros, direction, ...this.#lost[direction] }));
  }
}

function zero(): Tally {
  return { c2a: { lines: 0, bytes: 0 }, a2c: { lines: 0, bytes: 0 } };
}

function sum(left: Tally, right: Tally): Tally {
  const add = (direction: Direction): { lines: number; bytes: number } => ({
    lines: left[direction].lines + right[direction].lines,
    bytes: left[direction].bytes + right[direction].bytes,
  });
  return { c2a: add("c2a"), a2c: add("a2c") };
}
