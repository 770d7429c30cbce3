import { assembleReport, type RunFacts } from "../../../src/engine/report/assemble.js";
import type { CheckResult, Report } from "../../../src/engine/report/report.js";

/** A check result; a passed MUST unless `more` says otherwise. */
export function result(id: string, more: Partial<CheckResult> = {}): CheckResult {
  return {
    id,
    role: "agent",
    level: "must",
    status: "PASS",
    statement: `the sentence of ${id}`,
    citation: 'page, "Heading"',
    durationMs: 1,
    ...more,
  };
}

/** A report of these checks. */
export function reportOf(checks: readonly CheckResult[], more: Partial<RunFacts> = {}): Report {
  return assembleReport({
    tool: { name: "acp-assay", version: "9.9.9", node: "v20.20.0" },
    subject: { argv: ["node", "a.js"], role: "agent", info: null, capabilities: null, protocolVersion: 1 },
    schema: { id: "v1", sha256: "0123456789abcdef" },
    seed: 42,
    startedAt: "2026-01-01T00:00:00.000Z",
    finishedAt: "2026-01-01T00:00:01.500Z",
    coverage: {},
    checks,
    ...more,
  });
}
