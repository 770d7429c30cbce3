/**
 * A number as Python's json module prints what it read from this lexeme: integers keep their digits, everything else
 * becomes the shortest spelling of its double, with an exponent below 1e-4 and from 1e16 on. The published journals
 * were written that way.
 */
export function pythonNumber(lexeme: string): string {
  if (/^-?\d+$/.test(lexeme)) return lexeme === "-0" ? "0" : lexeme;
  const double = Number(lexeme);
  if (!Number.isFinite(double)) return double > 0 ? "Infinity" : "-Infinity";
  return pythonFloat(double);
}

/** A double as Python's repr prints it: `1.0`, `1e-07`, `1e+16`. */
export function pythonFloat(double: number): string {
  const sign = double < 0 || Object.is(double, -0) ? "-" : "";
  const [mantissa = "0", power = "0"] = Math.abs(double).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}
