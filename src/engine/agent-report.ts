import type { Judged } from "./agent-run.js";
import { grade } from "./outcome.js";
import type { Registry } from "./registry.js";
import { reportFrame } from "./report/frames.js";
import type { CheckResult } from "./report/report.js";

/** Makes report rows of what a run judged. */
export function agentResults(
  judged: readonly Judged[],
  registry: Registry,
  isStrict: boolean,
): CheckResult[] {
  return judged.map((one) => agentResult(one, registry, isStrict));
}

function agentResult(
  { id, verdict, isFlaky, durationMs }: Judged,
  registry: Registry,
  isStrict: boolean,
): CheckResult {
  const requirement = registry.get(id);
  const { role, level, statement, citation, tck } = requirement;
  const status = isFlaky ? "FLAKY" : grade(verdict, requirement, isStrict);
  const base: CheckResult = {
    id,
    role,
    level,
    status,
    statement,
    citation,
    durationMs,
    ...(tck === undefined ? {} : { tck }),
  };
  switch (verdict.kind) {
    case "holds":
      return base;
    case "violated":
      return {
        ...base,
        expected: verdict.expected,
        actual: verdict.actual,
        frames: verdict.frames.map(reportFrame),
      };
    case "recorded":
      return { ...base, message: verdict.message };
    case "not-applicable":
    case "not-tested":
    case "vacuous":
      return { ...base, message: verdict.reason };
  }
}
