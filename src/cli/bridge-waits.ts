import { DEFAULT_TIMEOUT_MS } from "./run-options.js";

/** How long a run through a bridge waits, in milliseconds. */
export interface BridgeWaits {
  /** For what a bridge does in microseconds. */
  readonly waitMs: number;
  /** For the start of its agent. */
  readonly startMs: number;
}

const WAIT_MS = 2000;
const LEAST_START_MS = 10_000;

/** A bridge that loses something costs a whole wait each time, so the default is short; who asks for longer gets it. */
export function bridgeWaits(timeoutMs: number): BridgeWaits {
  return {
    waitMs: timeoutMs === DEFAULT_TIMEOUT_MS ? WAIT_MS : timeoutMs,
    startMs: Math.max(timeoutMs, LEAST_START_MS),
  };
}
