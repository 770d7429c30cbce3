import { assembleReport } from "../engine/report/assemble.js";
import type { Report } from "../engine/report/report.js";
import { loadProtocol } from "../protocol/load-protocol.js";
import type { SchemaId } from "../protocol/schema-id.js";
import { packageVersion } from "./package-place.js";

/** What is known of a run that ended before it could judge anything. */
export interface BlockedRun {
  readonly subject: readonly string[];
  readonly role: "agent" | "client" | "bridge";
  readonly schema: SchemaId;
  readonly seed: number;
}

/** The report of a run that could not test anything, so that who waits for one finds the reason in it. */
export async function blockedReport(run: BlockedRun, startedAt: string, reason: string): Promise<Report> {
  const { id, sha256 } = await loadProtocol(run.schema);
  return assembleReport({
    tool: { name: "acp-assay", version: packageVersion(), node: process.version },
    subject: { argv: run.subject, role: run.role, info: null, capabilities: null, protocolVersion: null },
    schema: { id, sha256 },
    seed: run.seed,
    startedAt,
    finishedAt: new Date().toISOString(),
    checks: [],
    coverage: {},
    blockedBy: reason,
  });
}
