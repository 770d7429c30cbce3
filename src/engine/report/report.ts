import type { Status } from "../outcome.js";
import type { Level, Role } from "../requirement.js";

/** One frame of a finding, as the trace format writes it. */
export interface ReportFrame {
  /** Place in the transcript, from 1. */
  readonly number: number;
  readonly dir: "c2a" | "a2c";
  /** Microseconds since the connection was opened. */
  readonly t: number;
  readonly line?: string;
  readonly b64?: string;
  readonly eol?: "" | "\n" | "\r\n";
}

/** What became of one check; the id is the same whether it passes or fails. */
export interface CheckResult {
  readonly id: string;
  readonly role: Role | "both";
  readonly level: Level;
  readonly status: Status;
  readonly statement: string;
  readonly citation: string;
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly frames?: readonly ReportFrame[];
  /** `replay` takes it. */
  readonly failureId?: string;
  readonly durationMs: number;
  readonly tck?: readonly string[];
  /** What the baseline says of it. */
  readonly baseline?: KnownFailure;
  /** False: the check is younger than the frozen set of the schema, so it is reported and changes no verdict. */
  readonly scored?: false;
}

/** Why a failure is expected. */
export interface KnownFailure {
  readonly reason: string;
  readonly issue?: string;
  /** The last day on which it is expected, YYYY-MM-DD. */
  readonly expires?: string;
}

/** What came of holding a run against a baseline. */
export interface BaselineOutcome {
  /** Entries in the file. */
  readonly entries: number;
  /** Entries that fail the run: what they expect passes, or they have expired. */
  readonly outdated: readonly { readonly id: string; readonly problem: string }[];
}

export interface Summary {
  readonly pass: number;
  readonly fail: number;
  readonly warn: number;
  readonly info: number;
  readonly na: number;
  readonly notTested: number;
  readonly expectedFail: number;
  readonly vacuous: number;
  readonly flaky: number;
  readonly total: number;
}

/** The process under test, as far as it told. */
export interface Subject {
  readonly argv: readonly string[];
  readonly role: Role;
  readonly info: unknown;
  readonly capabilities: unknown;
  readonly protocolVersion: unknown;
}

export interface Verdict {
  /** No MUST failed and none went untested. */
  readonly conformant: boolean;
  /** A MUST that applies was not tested. */
  readonly incomplete: boolean;
  /** Why nothing or not everything could be tested: a login, a version, a start that failed. */
  readonly blockedBy: string | null;
}

/** The report of one run: the form that other programs read (conformance/report.schema.json). */
export interface Report {
  readonly format: "acp-assay-report";
  readonly formatVersion: 1;
  readonly tool: { readonly name: "acp-assay"; readonly version: string; readonly node: string };
  readonly subject: Subject;
  readonly promise?: { readonly declared: string; readonly held: string };
  readonly schema: { readonly id: string; readonly sha256: string };
  readonly seed: number;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly checks: readonly CheckResult[];
  readonly coverage: Readonly<Record<string, unknown>>;
  readonly baseline?: BaselineOutcome;
  readonly summary: Summary;
  readonly verdict: Verdict;
  readonly ok: boolean;
}
