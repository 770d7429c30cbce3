import { existsSync } from "node:fs";
import type { Baseline } from "../engine/baseline/baseline.js";
import { EMPTY_BASELINE, readBaseline, writeBaseline } from "../engine/baseline/baseline-file.js";
import { updateBaseline } from "../engine/baseline/update-baseline.js";
import { readRegistry } from "../engine/registry.js";
import type { Report } from "../engine/report/report.js";
import { Fault } from "../fault.js";
import { packagePlace } from "./package-place.js";

/** The baseline options as they were given. */
export interface BaselineFlags {
  readonly baseline?: string;
  readonly baselineUpdate: boolean;
}

/** Reads the file that `--baseline` names, before the run: nobody should wait to learn of a slip in it. */
export function baselineOf({ baseline: path, baselineUpdate }: BaselineFlags): Baseline | undefined {
  if (path === undefined) {
    if (baselineUpdate) throw new Fault("usage", "--baseline-update needs --baseline FILE");
    return undefined;
  }
  if (baselineUpdate && !existsSync(path)) return EMPTY_BASELINE;
  const { requirements } = readRegistry(packagePlace("conformance/requirements"));
  return readBaseline(
    path,
    requirements.map(({ id }) => id),
  );
}

/** Brings the file up to date where that was asked for; a run that broke off knows too little to change anything. */
export function keepBaseline(
  report: Report,
  baseline: Baseline,
  { baseline: path, baselineUpdate }: BaselineFlags,
): Baseline {
  if (!baselineUpdate || path === undefined) return baseline;
  if (report.verdict.blockedBy !== null) {
    process.stderr.write(`acp-assay: Baseline "${path}" is not updated: the run did not come to its end\n`);
    return baseline;
  }
  const updated = updateBaseline(report, baseline);
  writeBaseline(path, updated);
  return updated;
}
