import { test } from "tap";
import { exactNumber } from "../../src/wire/exact-number.js";

test("exactNumber()", async (t) => {
  for (const [left, right] of [
    ["1", "1.0"],
    ["1", "10e-1"],
    ["120", "1.2E+2"],
    ["0", "0.000e7"],
    ["-0", "-0.0"],
  ] as const) {
    t.equal(exactNumber(left), exactNumber(right), `gives ${left} and ${right} one spelling`);
  }
  for (const [left, right] of [
    ["9007199254740993", "9007199254740992"],
    ["1", "-1"],
    ["0", "-0"],
    ["1e400", "1e401"],
    ["0.1", "0.1000000000000000055511151231257827"],
  ] as const) {
    t.not(exactNumber(left), exactNumber(right), `tells ${left} from ${right}`);
  }
  t.equal(exactNumber("-12000.0"), "-12e3");
  t.equal(exactNumber("0.00120"), "12e-4");
  t.equal(exactNumber(`1e${"9".repeat(400)}`), `1e${"9".repeat(400)}`, "has no largest exponent");
});

test("exactNumber() reads a million digits in one pass", async (t) => {
  const zeros = "0".repeat(1_000_000);

  // A pattern that looks for zeros at the end would begin anew at each of them, and take hours.
  t.equal(exactNumber(`1${zeros}1`), `1${zeros}1e0`);
});
