import type { Way } from "./ways.js";

/** One thing that is measured, on several ways in turn. */
export interface Row {
  readonly name: string;
  readonly unit: "µs" | "ms";
  /** Arguments of the editor before the command, and of the agent. */
  readonly editor: readonly string[];
  readonly agent: readonly string[];
  /** On one processor, so that every wake-up costs the same. */
  readonly isPinned?: boolean;
  /** Which numbers of the editor's report. */
  readonly figures: readonly string[];
  readonly ways: readonly Way[];
  /** Frames of the agent that an observer could see. */
  readonly frames?: number;
  readonly gates: readonly Gate[];
}

/** What is asked of a ratio of medians of one run; `atLeast` is for speeds, which are the inverse of times. */
export interface Gate {
  readonly figure: string;
  readonly way: Way;
  readonly to: Way;
  readonly atMost: number;
}

const RTT_WAYS = ["direct", "c", "tee", "observed", "naive"] as const;
const STREAM_WAYS = ["direct", "c", "sh", "tee", "observed", "naive"] as const;

/** A speed of at least `share` of another is a time of at most its inverse. */
const share = (figure: string, way: Way, to: Way, least: number): Gate => ({
  figure,
  way,
  to,
  atMost: 1 / least,
});

export const ROWS: readonly Row[] = [
  {
    name: "round trip of 200 bytes, one processor",
    unit: "µs",
    editor: ["rtt", "10000", "10000", "0"],
    agent: ["echo"],
    isPinned: true,
    figures: ["p50", "p99"],
    ways: RTT_WAYS,
    gates: [
      { figure: "p50", way: "observed", to: "c", atMost: 1.5 },
      { figure: "p50", way: "tee", to: "c", atMost: 1.15 },
      { figure: "p99", way: "observed", to: "c", atMost: 2.5 },
    ],
  },
  {
    name: "round trip of 200 bytes, one a millisecond",
    unit: "µs",
    editor: ["rtt", "1000", "700", "1000"],
    agent: ["echo"],
    figures: ["p50", "p99"],
    ways: RTT_WAYS,
    gates: [{ figure: "p50", way: "observed", to: "c", atMost: 1.2 }],
  },
  {
    name: "60 MB in writes of one 300-byte frame",
    unit: "ms",
    editor: ["read", "60000000"],
    agent: ["stream", "200000", "300", "300"],
    figures: ["ms"],
    ways: STREAM_WAYS,
    frames: 200_000,
    gates: [share("ms", "observed", "direct", 0.6), share("ms", "observed", "naive", 3.5)],
  },
  {
    name: "60 MB in writes of 60 KB, frames of 300 bytes",
    unit: "ms",
    editor: ["read", "60000000"],
    agent: ["stream", "1000", "60000", "300"],
    figures: ["ms"],
    ways: STREAM_WAYS,
    frames: 200_000,
    gates: [share("ms", "observed", "direct", 0.35), share("ms", "observed", "naive", 6)],
  },
  {
    name: "600 MB in writes and frames of 64 KB",
    unit: "ms",
    editor: ["read", "629145600"],
    agent: ["stream", "9600", "65536", "65536"],
    figures: ["ms"],
    ways: STREAM_WAYS,
    frames: 9_600,
    gates: [share("ms", "observed", "direct", 0.6), share("ms", "observed", "c", 0.9)],
  },
  {
    name: "one line of 100 MB",
    unit: "ms",
    editor: ["stall"],
    agent: ["line", "100000000"],
    figures: ["ms", "stallMs"],
    ways: RTT_WAYS,
    gates: [
      { figure: "ms", way: "observed", to: "c", atMost: 2.5 },
      { figure: "stallMs", way: "observed", to: "naive", atMost: 1 / 40 },
    ],
  },
];
