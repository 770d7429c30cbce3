import type { Report } from "./report.js";

/** What came out, in the words that every report for people uses. */
export function verdictWords({ verdict, subject, summary: sum, ok, coverage }: Report): string {
  // Of a recording nobody can say that its agent conforms: it shows what happened, not what would have.
  if (coverage["traces"] !== undefined) {
    return sum.fail > 0 ? `VIOLATIONS (${sum.fail} failed)` : "NO MUST VIOLATED in what the traces show";
  }
  const isBridge = subject.role === "bridge";
  const held = isBridge ? "KEEPS ITS PROMISE" : "CONFORMANT";
  const broken = isBridge ? "BREAKS ITS PROMISE" : "NOT CONFORMANT";
  if (sum.fail > 0) return `${broken} (${sum.fail}${isBridge ? "" : " failed"})`;
  if (verdict.incomplete) return "INCOMPLETE";
  if (sum.expectedFail > 0) return `${broken} (${sum.expectedFail} expected)`;
  return ok ? `${held} in what was tested` : `${held} in what was tested, but the baseline is outdated`;
}
