/** The integers from `least` to `greatest`. */
export interface IntegerRange {
  readonly least: bigint;
  readonly greatest: bigint;
}

/** The ranges of the integer formats, which JSON Schema alone treats as comments: Rust's integer types. */
const RANGES: Readonly<Record<string, IntegerRange>> = {
  uint16: { least: 0n, greatest: 2n ** 16n - 1n },
  uint32: { least: 0n, greatest: 2n ** 32n - 1n },
  uint64: { least: 0n, greatest: 2n ** 64n - 1n },
  int32: { least: -(2n ** 31n), greatest: 2n ** 31n - 1n },
  int64: { least: -(2n ** 63n), greatest: 2n ** 63n - 1n },
};

const WIDEST = "int64";

/** The integers that a format and explicit bounds allow together; without a format, what 64 bits hold. */
export function integerRange(format: string = WIDEST, minimum?: number, maximum?: number): IntegerRange {
  const range = RANGES[format];
  if (range === undefined) throw new Error(`Cannot generate integers: format "${format}" is unknown`);
  const least = minimum === undefined ? range.least : BigInt(Math.ceil(minimum));
  const greatest = maximum === undefined ? range.greatest : BigInt(Math.floor(maximum));
  return {
    least: least > range.least ? least : range.least,
    greatest: greatest < range.greatest ? greatest : range.greatest,
  };
}
