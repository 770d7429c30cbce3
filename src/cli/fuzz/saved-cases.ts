import { savedFailures } from "../../engine/failure.js";
import type { SavedCase } from "../../fuzz/campaign/saved.js";
import { isCase } from "../../fuzz/saved-case.js";
import { bridgeCheckIds } from "../check-bridge.js";

/** What earlier runs, of any command, have seen this bridge fail; what this version cannot play is left out. */
export function savedCases(subject: readonly string[]): SavedCase[] {
  const ids = bridgeCheckIds();
  return savedFailures().flatMap(({ subject: failed, check, play }): SavedCase[] => {
    const isOfSubject = JSON.stringify(failed) === JSON.stringify(subject);
    if (!isOfSubject || play.kind !== "bridge" || !ids.includes(check.id) || !isCase(play.case)) return [];
    return [{ checkId: check.id, played: play.case }];
  });
}
