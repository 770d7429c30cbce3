import type { Status } from "../../outcome.js";

/** How a status looks: a sign, so that no meaning hangs on colour alone, and the tone that the style gives it. */
export interface Mark {
  readonly sign: string;
  readonly tone: "good" | "bad" | "warn" | "known" | "quiet";
  readonly meaning: string;
}

/** Every status with its mark. */
export const MARKS: Readonly<Record<Status, Mark>> = {
  PASS: { sign: "✓", tone: "good", meaning: "seen to hold" },
  FAIL: { sign: "✗", tone: "bad", meaning: "a MUST is broken" },
  WARN: { sign: "!", tone: "warn", meaning: "a SHOULD or a plain sentence is broken" },
  FLAKY: { sign: "≈", tone: "warn", meaning: "broken once, and not again in a fresh process" },
  "EXPECTED-FAIL": { sign: "×", tone: "known", meaning: "broken, as the baseline expects" },
  INFO: { sign: "i", tone: "quiet", meaning: "recorded; the documents leave it open" },
  "NOT-TESTED": { sign: "?", tone: "warn", meaning: "applies, and could not be judged" },
  VACUOUS: { sign: "○", tone: "quiet", meaning: "looked for, and nothing to judge came" },
  "N/A": { sign: "–", tone: "quiet", meaning: "does not apply" },
};

/** What stands where a run did not look at a check. */
export const ABSENT: Mark = { sign: "·", tone: "quiet", meaning: "not in this run" };
