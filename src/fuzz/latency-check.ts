import type { Registry } from "../engine/registry.js";
import type { CheckResult } from "../engine/report/report.js";
import { type AddedLatency, type LatencyOptions, measureLatency } from "./latency.js";

export const LATENCY_ID: string = "bridge.promise.latency";

export interface LatencyCheckOptions extends Omit<LatencyOptions, "rounds"> {
  readonly registry: Registry;
  /** What the bridge may add in 99 of 100 frames, in milliseconds; it is only recorded when left out. */
  readonly maxLatencyMs: number | undefined;
}

const ROUNDS = 3;

/** The check, and the figures behind it where all frames arrived. */
export interface TimedLatency {
  readonly check: CheckResult;
  readonly latency: AddedLatency | undefined;
}

/** The check of a bridge that does not promise to be quick. */
export function unpromisedLatency(registry: Registry, reason: string): CheckResult {
  return { ...headOf(registry), status: "N/A", message: `not promised: ${reason}`, durationMs: 0 };
}

/** Measures what the bridge adds, and judges it where a limit is given. */
export async function checkLatency(options: LatencyCheckOptions): Promise<TimedLatency> {
  const { registry, maxLatencyMs } = options;
  const started = performance.now();
  const latency = await measureLatency({ ...options, rounds: maxLatencyMs === undefined ? 1 : ROUNDS });
  const base = { ...headOf(registry), durationMs: Math.round(performance.now() - started) };
  if (latency === undefined) {
    return { check: { ...base, status: "NOT-TESTED", message: "frames were lost or late" }, latency };
  }
  const { p50, p99 } = latency.added;
  const added = `it adds ${show(p50)} in the median and ${show(p99)} in 99 of 100 frames`;
  if (maxLatencyMs === undefined) return { check: { ...base, status: "INFO", message: added }, latency };
  if (p99 <= maxLatencyMs) return { check: { ...base, status: "PASS", message: added }, latency };
  return {
    check: { ...base, status: "FAIL", expected: `at most ${maxLatencyMs} ms`, actual: added },
    latency,
  };
}

function show(ms: number): string {
  return `${Math.max(0, ms).toFixed(2)} ms`;
}

function headOf(registry: Registry): Pick<CheckResult, "id" | "role" | "level" | "statement" | "citation"> {
  const { id, role, level, statement, citation } = registry.get(LATENCY_ID);
  return { id, role, level, statement, citation };
}
