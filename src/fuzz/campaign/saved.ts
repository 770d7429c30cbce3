import type { BridgeCase } from "../bridge-case.js";
import { type BridgeRunOptions, runBridgeCases } from "../bridge-run.js";
import { levelCheckId } from "../bridge-suite.js";
import { PROMISE_LEVELS } from "../oracle/level.js";
import type { Finding } from "./finding.js";

/** A case that an earlier run has seen fail. */
export interface SavedCase {
  readonly checkId: string;
  readonly played: BridgeCase;
}

/** The saved cases that still fail, and how many were played: those that the profile does not promise are not. */
export async function playSaved(
  saved: readonly SavedCase[],
  options: Omit<BridgeRunOptions, "cases">,
): Promise<{ readonly played: number; readonly findings: readonly Finding[] }> {
  const { promise, malformed, without } = options.profile;
  const promised = saved
    .map(({ checkId, played }): SavedCase => {
      const isLevel = PROMISE_LEVELS.some((level) => levelCheckId(level) === checkId);
      return { checkId: isLevel ? levelCheckId(promise) : checkId, played };
    })
    .filter(
      ({ checkId, played }) =>
        without[checkId] === undefined && (malformed === "forward" || !played.isMalformed),
    );
  const judged = await runBridgeCases({ ...options, cases: promised.map(({ played }) => played) });
  const findings = judged.flatMap(({ played, difference, isFlaky, durationMs }): Finding[] => {
    const checkId = promised.find((one) => one.played === played)?.checkId;
    if (difference === undefined || checkId === undefined) return [];
    const frames = played.steps.filter((step) => step.do === "write").length;
    return [{ checkId, difference, isFlaky, played, frames, foundMs: durationMs, trial: undefined }];
  });
  return { played: judged.length, findings };
}
