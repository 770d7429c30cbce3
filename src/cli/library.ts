// What the package exports as ".": each command that judges, as a function.
import { requireFailure } from "../engine/failure.js";
import { type Replayed, replayFailure } from "./replay-failure.js";

export type { Failure } from "../engine/failure.js";
export type { CheckResult, Report, ReportFrame, Summary, Verdict } from "../engine/report/report.js";
// biome-ignore lint/performance/noBarrelFile: callers of the package have to be able to tell its faults.
export { Fault, type FaultCode } from "../fault.js";
export type { Replayed, ReplayOutcome } from "./replay-failure.js";
export { type RunCheckOptions, runCheck } from "./run-check.js";
export { type RunFuzzOptions, runFuzz } from "./run-fuzz.js";

/**
 * Plays a saved failure again, as `acp-assay replay` does, against its own subject or another one's argv. `failure` is the
 * parsed JSON of its file. Throws a Fault: `usage` when it is no failure that this version can play, `untestable` when the
 * subject cannot be tested.
 */
export async function replay(failure: unknown, subject?: readonly string[]): Promise<Replayed> {
  const saved = requireFailure(failure, "the failure");
  return await replayFailure(saved, subject ?? saved.subject);
}
