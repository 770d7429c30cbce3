import fc from "fast-check";
import { exactNumber } from "../src/wire/exact-number.js";
import { holds } from "./holds.js";

/** A JSON number by its parts; `exponent` is bounded so that it can be checked as a fraction of whole numbers. */
interface Spelled {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
  readonly exponent: number | undefined;
}

const LARGEST_EXPONENT = 40;

const digits = fc.string({ unit: fc.constantFrom(..."0012359"), maxLength: 25 });
const exponents = fc.integer({ min: -LARGEST_EXPONENT, max: LARGEST_EXPONENT });
const spelled: fc.Arbitrary<Spelled> = fc.record({
  isNegative: fc.boolean(),
  whole: digits.map((text) => text.replace(/^0+/, "") || "0"),
  fraction: digits,
  exponent: fc.option(exponents, { nil: undefined }),
});

function lexeme({ isNegative, whole, fraction, exponent }: Spelled): string {
  const power = exponent === undefined ? "" : `E${exponent < 0 ? "" : "+"}${exponent}`;
  return `${isNegative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}${power}`;
}

/** The number times ten to a power that makes every generated number a whole one. */
function scaled({ isNegative, whole, fraction, exponent = 0 }: Spelled): bigint {
  const magnitude = BigInt(whole + fraction) * 10n ** BigInt(100 + exponent - fraction.length);
  return isNegative ? -magnitude : magnitude;
}

/** The same number, its digits moved across the point and padded with zeros. */
function respelled(number: Spelled, zeros: number): Spelled {
  const moved = number.fraction.slice(0, zeros);
  const whole = (number.whole + moved).replace(/^0+(?=\d)/, "");
  const fraction = number.fraction.slice(moved.length) + "0".repeat(zeros);
  return { ...number, whole, fraction, exponent: (number.exponent ?? 0) - moved.length };
}

const pairs = fc.oneof(
  fc.tuple(spelled, spelled),
  fc
    .tuple(spelled, fc.nat({ max: 5 }))
    .map(([one, zeros]): [Spelled, Spelled] => [one, respelled(one, zeros)]),
  // Numbers next to each other, which doubles may not tell apart.
  fc.bigInt({ min: 0n, max: 10n ** 24n }).map((one): [Spelled, Spelled] => [plain(one), plain(one + 1n)]),
);

function plain(number: bigint): Spelled {
  return { isNegative: false, whole: `${number}`, fraction: "", exponent: undefined };
}

holds(
  "two numbers have one exact spelling exactly when they are one rational number, and -0 is told from 0",
  pairs,
  ([left, right]) => {
    const isZero = scaled(left) === 0n;
    const isSame = scaled(left) === scaled(right) && !(isZero && left.isNegative !== right.isNegative);
    return (exactNumber(lexeme(left)) === exactNumber(lexeme(right))) === isSame;
  },
  { runs: 2000 },
);

holds(
  "the exact spelling is itself a JSON number of the same value",
  spelled,
  (number) => exactNumber(exactNumber(lexeme(number))) === exactNumber(lexeme(number)),
);

holds(
  "whatever is a double is read as the same double from its exact spelling",
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  (double) => Object.is(Number(exactNumber(Object.is(double, -0) ? "-0" : `${double}`)), double),
);
