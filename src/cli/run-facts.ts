import { type Failure, failureOf, type Play, saveFailures } from "../engine/failure.js";
import type { RunFacts } from "../engine/report/assemble.js";
import type { CheckResult } from "../engine/report/report.js";
import type { Protocol } from "../protocol/protocol.js";
import type { CheckOptions } from "./check-options.js";
import { frozenSet } from "./frozen-set.js";
import { packageVersion } from "./package-place.js";

/** What every report says of its run. */
export function runFacts(
  options: Pick<CheckOptions, "seed">,
  startedAt: string,
  protocol: Protocol,
): Pick<RunFacts, "tool" | "schema" | "seed" | "startedAt" | "finishedAt" | "frozen"> {
  const frozen = frozenSet(protocol.id);
  return {
    ...(frozen === undefined ? {} : { frozen }),
    tool: { name: "acp-assay", version: packageVersion(), node: process.version },
    schema: { id: protocol.id, sha256: protocol.sha256 },
    seed: options.seed,
    startedAt,
    finishedAt: new Date().toISOString(),
  };
}

/** Saves every failed check that can be played again, and returns the rows with their failure ids. */
export function keepFailures(
  checks: readonly CheckResult[],
  playOf: (check: CheckResult) => Play | undefined,
  { subject, schema, seed }: Pick<CheckOptions, "subject" | "schema" | "seed">,
): CheckResult[] {
  const failures: Failure[] = [];
  const rows = checks.map((check) => {
    const isFinding = check.status === "FAIL" || check.status === "WARN" || check.status === "FLAKY";
    const play = isFinding ? playOf(check) : undefined;
    if (play === undefined) return check;
    const failure = failureOf(check, play, { subject, schema, seed });
    failures.push(failure);
    return { ...check, failureId: failure.id };
  });
  const problem = saveFailures(failures);
  if (problem !== undefined) process.stderr.write(`acp-assay: ${problem}\n`);
  return rows;
}
