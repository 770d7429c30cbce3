import type { Report } from "../report/report.js";
import { type Baseline, type BaselineEntry, isMended } from "./baseline.js";

/** What stands for a reason until somebody gives one. */
export const UNEXPLAINED = "not explained yet";

/**
 * The baseline that this run would not fail against: what fails is added, what passes is taken out, and what the run
 * did not look at or could not judge stays. Entries that stay keep their reasons, and their dates: more time is for
 * people to give.
 */
export function updateBaseline({ checks }: Report, before: Baseline): Baseline {
  const mended = new Set(checks.filter(isMended).map(({ id }) => id));
  const kept = before.entries.filter(({ id }) => !mended.has(id));
  const known = new Set(kept.map(({ id }) => id));
  const added = checks
    .filter(({ id, status }) => status === "FAIL" && !known.has(id))
    .map(({ id }): BaselineEntry => ({ id, reason: UNEXPLAINED }));
  const entries = [...kept, ...added].sort((left, right) => (left.id < right.id ? -1 : 1));
  return { ...before, entries };
}
