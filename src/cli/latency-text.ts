import type { Report } from "../engine/report/report.js";
import type { AddedLatency } from "../fuzz/latency.js";

/** One line on what a bridge adds to the way of a frame; nothing where that was not measured. */
export function latencyText({ coverage }: Report): string {
  const { latencyMs } = coverage as { readonly latencyMs?: AddedLatency };
  if (latencyMs === undefined) return "";
  const { direct, through } = latencyMs;
  const both = (share: "p50" | "p99"): string =>
    `${through[share].toFixed(2)} ms beside ${direct[share].toFixed(2)} ms direct`;
  return ` latency   ${both("p50")} in the median, ${both("p99")} in 99 of 100 frames\n`;
}
