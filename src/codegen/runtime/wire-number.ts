/** What the schema asks of a number; bounds come from `minimum`, `maximum` and the format's own range. */
export interface NumberRule {
  readonly type: "integer" | "number";
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

type Range = readonly [least: bigint, greatest: bigint];

const RANGES: Readonly<Record<string, Range>> = {
  uint16: [0n, 2n ** 16n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

/** The formats of numbers: Rust's integer types, and IEEE doubles, which every JSON number is read as anyway. */
export const NUMBER_FORMATS: ReadonlySet<string> = new Set([...Object.keys(RANGES), "double"]);

/** The keyword that a value breaks, or undefined. A bigint is an integer that a double cannot hold exactly. */
export function brokenNumberRule(value: unknown, rule: NumberRule): string | undefined {
  if (typeof value !== "bigint" && (typeof value !== "number" || !Number.isFinite(value))) return "type";
  if (rule.type === "integer" && typeof value === "number" && !Number.isInteger(value)) return "type";
  if (rule.minimum !== undefined && value < rule.minimum) return "minimum";
  if (rule.maximum !== undefined && value > rule.maximum) return "maximum";
  const range = rule.format === undefined ? undefined : RANGES[rule.format];
  return range === undefined || isWithin(value, range) ? undefined : "format";
}

function isWithin(value: number | bigint, [least, greatest]: Range): boolean {
  if (typeof value === "bigint") return value >= least && value <= greatest;
  // JSON.parse rounds 2^63-1 and 2^64-1 up, so a double gets the benefit of the doubt at the very edge.
  return value >= Number(least) && value <= Number(greatest);
}
