import type { Frame } from "../wire/frame.js";
import { isDeclarative, type Requirement } from "./requirement.js";

/** The word a check ends with, in every report. */
export type Status =
  | "PASS"
  | "FAIL"
  | "WARN"
  | "INFO"
  | "N/A"
  | "NOT-TESTED"
  | "EXPECTED-FAIL"
  | "VACUOUS"
  | "FLAKY";

/** What a scenario saw, before the requirement's level makes a status of it. A violation is a value, never thrown. */
export type Verdict =
  | { readonly kind: "holds" }
  | {
      readonly kind: "violated";
      readonly expected: string;
      readonly actual: string;
      /** The few frames that show it. */
      readonly frames: readonly Frame[];
    }
  /** Behaviour that the documents leave open, written down. */
  | { readonly kind: "recorded"; readonly message: string }
  /** The capability was not offered, so the sentence does not apply; the reason names it. */
  | { readonly kind: "not-applicable"; readonly reason: string }
  /** It applies, and could not be provoked or judged. */
  | { readonly kind: "not-tested"; readonly reason: string }
  /** It was looked for, and there was nothing to judge. */
  | { readonly kind: "vacuous"; readonly reason: string };

const WEIGHT: Readonly<Record<Verdict["kind"], number>> = {
  violated: 5,
  holds: 4,
  recorded: 3,
  vacuous: 2,
  "not-tested": 1,
  "not-applicable": 0,
};

/** Joins what several scenarios saw of one requirement: a violation outweighs all, and having seen it hold outweighs having seen nothing. */
export function heavier(left: Verdict, right: Verdict): Verdict {
  return WEIGHT[right.kind] > WEIGHT[left.kind] ? right : left;
}

/**
 * Grades a verdict by the requirement's level: MUST fails, SHOULD and sentences without an RFC 2119 word warn (and fail
 * when `strict`), MAY and open questions are information.
 */
export function grade(verdict: Verdict, requirement: Requirement, strict: boolean): Status {
  switch (verdict.kind) {
    case "holds":
      return requirement.level === "info" ? "INFO" : "PASS";
    case "violated":
      return gradeViolation(requirement, strict);
    case "recorded":
      return "INFO";
    case "not-applicable":
      return "N/A";
    case "not-tested":
      return "NOT-TESTED";
    case "vacuous":
      return "VACUOUS";
  }
}

function gradeViolation(requirement: Requirement, strict: boolean): Status {
  if (requirement.level === "must") return isDeclarative(requirement) && !strict ? "WARN" : "FAIL";
  if (requirement.level === "should") return strict ? "FAIL" : "WARN";
  return "INFO";
}
