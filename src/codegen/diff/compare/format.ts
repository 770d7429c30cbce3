import type { Severity } from "../change.js";

/** The least and the greatest value of each integer format, as the ACP schemas use them. */
const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  uint8: [0n, 2n ** 8n - 1n],
  uint16: [0n, 2n ** 16n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

/** A format that goes, or one whose range holds the old one, refuses nothing new. */
export function compareFormat(before: unknown, after: unknown): Severity {
  if (after === undefined) return "additive";
  const [old, wide] = [RANGES[String(before)], RANGES[String(after)]];
  if (old === undefined || wide === undefined) return "breaking";
  return wide[0] <= old[0] && old[1] <= wide[1] ? "additive" : "breaking";
}
