import type { Direction } from "../wire/direction.js";
import type { Line } from "../wire/line-splitter.js";

/** What one tee hands over, line by line, in the order of its tap stream. */
export interface TapTraffic {
  /** A whole line, and the microseconds from the start of the tee to the chunk that ended it. */
  line(direction: Direction, line: Line, micros: number): void;
  /** Bytes that did not arrive, or belong to a line that did not arrive whole. */
  dropped(direction: Direction, bytes: bigint): void;
  /** Nothing more comes: the tee ended, or its connection did. */
  ended(): void;
}

/** One tee that has connected. */
export interface TapOpening {
  /** Names the connection in the roster, as "tap-3". */
  readonly id: string;
  /** When the tee started, in milliseconds of this machine's clock: its first record's arrival less that record's time. */
  readonly startedAtMs: number;
  /** Gives the receiver an event. Returns what is wrong with its envelope, in which case it was not taken. */
  publish(event: object): string | undefined;
}

/** Called once for each tee, at its first record. What it throws costs that tee its events and nobody anything else. */
export type OpenTraffic = (opening: TapOpening) => TapTraffic;

/** Takes the traffic of a tee and makes no events of it. */
export const openIgnoredTraffic: OpenTraffic = () => ({
  line: () => undefined,
  dropped: () => undefined,
  ended: () => undefined,
});
