import type { Direction } from "../wire/direction.js";
import type { Line } from "../wire/line-splitter.js";

/** One line as the tee passed it on. `micros` is when its last byte arrived, in microseconds since the tee's start. */
export interface ObservedLine {
  readonly direction: Direction;
  readonly line: Line;
  readonly micros: number;
}

/** Lines that were passed on but not observed: the observer had fallen behind. The counts are exact. */
export interface ObservedGap {
  readonly direction: Direction;
  readonly micros: number;
  /** Undefined where only the bytes were counted. */
  readonly lines: number | undefined;
  /** Bytes of those lines, line ends included. */
  readonly bytes: number;
}

/** Whoever keeps or sends what is observed. Each call returns at once; what goes wrong is counted, never thrown. */
export interface ObservationSink {
  line(observed: ObservedLine): void;
  gap(gap: ObservedGap): void;
  /** Writes what has been gathered; called at least each time when there is nothing more to observe for now. */
  flush(): void;
  /** Nothing will come any more. Resolves when what was gathered is written, sent or given up. */
  close(): Promise<void>;
}
