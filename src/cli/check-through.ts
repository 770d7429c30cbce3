import { withAgent } from "../driver/subject-argv.js";
import { assembleReport } from "../engine/report/assemble.js";
import type { CheckResult, Report } from "../engine/report/report.js";
import { checkAgent } from "./check-agent.js";
import type { CheckOptions } from "./check-options.js";

export interface ThroughOptions extends CheckOptions {
  /** The bridge's argv, with or without `{agent}`, which here is the subject. */
  readonly through: readonly string[];
}

/**
 * `check --through`: the agent suite twice, direct and through a bridge. Each check whose verdict is another one through the
 * bridge, and again on a second look at both, fails; what the agent itself breaks is nothing against the bridge.
 */
export async function checkThrough(options: ThroughOptions): Promise<Report> {
  const { subject, through, signal } = options;
  const argv = withAgent(through, subject);
  const [direct, bridged] = await bothWays(options, argv);
  const suspects = bridged.checks.filter((check) => isOther(direct, check)).map(({ id }) => id);
  const again =
    suspects.length === 0 || signal.aborted
      ? undefined
      : await bothWays({ ...options, selectors: suspects }, argv);
  const checks = bridged.checks.map((check) => {
    const before = find(direct, check.id);
    if (before !== undefined && isUnsteady(before, check)) return unsteady(before, check);
    if (!suspects.includes(check.id) || before === undefined) return same(check);
    const [directAgain, bridgedAgain] = again ?? [direct, bridged];
    const isSolid = bridgedAgain.checks.some((one) => one.id === check.id && isOther(directAgain, one));
    return differing(before, check, isSolid);
  });
  const { tool, schema, seed, coverage, finishedAt } = again?.[1] ?? bridged;
  return assembleReport({
    tool,
    schema,
    seed,
    startedAt: direct.startedAt,
    finishedAt,
    subject: { ...bridged.subject, argv, role: "bridge" },
    checks,
    coverage: { ...coverage, compared: checks.length, differing: suspects.length },
    ...blockedBy(bridged, signal),
  });
}

async function bothWays(
  options: ThroughOptions,
  argv: readonly string[],
): Promise<readonly [Report, Report]> {
  return [await checkAgent(options), await checkAgent({ ...options, subject: argv })];
}

function find({ checks }: Report, id: string): CheckResult | undefined {
  return checks.find((check) => check.id === id);
}

function isOther(direct: Report, bridged: CheckResult): boolean {
  const before = find(direct, bridged.id);
  return before?.status !== bridged.status && (before === undefined || !isUnsteady(before, bridged));
}

/** What was flaky on either way says nothing about the bridge. */
function isUnsteady(direct: CheckResult, bridged: CheckResult): boolean {
  return direct.status === "FLAKY" || bridged.status === "FLAKY";
}

function unsteady(direct: CheckResult, { failureId: _, ...bridged }: CheckResult): CheckResult {
  const message = `${direct.status} without the bridge, ${bridged.status} through it`;
  return { ...bridged, role: "bridge", status: "FLAKY", message };
}

function same({ expected: _, actual: __, failureId: ___, ...check }: CheckResult): CheckResult {
  if (check.status === "NOT-TESTED" || check.status === "N/A" || check.status === "VACUOUS") return check;
  return { ...check, role: "bridge", status: "PASS", message: `the same verdict both ways: ${check.status}` };
}

function differing(direct: CheckResult, bridged: CheckResult, isSolid: boolean): CheckResult {
  const { message: _, ...check } = bridged;
  return {
    ...check,
    role: "bridge",
    status: isSolid ? "FAIL" : "FLAKY",
    message: "the verdict is another one through the bridge",
    expected: `${direct.status}, as without the bridge`,
    actual: [bridged.status, bridged.actual ?? bridged.message]
      .filter((part) => part !== undefined)
      .join(": "),
  };
}

function blockedBy({ verdict }: Report, signal: AbortSignal): { readonly blockedBy?: string } {
  if (signal.aborted) return { blockedBy: "interrupted" };
  return verdict.blockedBy === null ? {} : { blockedBy: verdict.blockedBy };
}
