/**
 * The one spelling of a JSON number's exact value: `-12e3` for -12000.0, `0` for every zero but -0, which is `-0`.
 * Two lexemes have the same spelling exactly when they name the same real number, however large or precise (1 = 1.0 =
 * 10e-1, but 9007199254740993 is not 9007199254740992).
 */
export function exactNumber(lexeme: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(lexeme);
  if (match === null) return lexeme;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  // JSON has one zero, but -0 survives in IEEE readers, so a bridge that drops the sign changed something.
  if (digits === "") return sign === "-" ? "-0" : "0";
  const significant = withoutZeroTail(digits);
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}

/** In one pass: a pattern for zeros at the end begins anew at each zero, which a subject could make last for hours. */
function withoutZeroTail(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}
