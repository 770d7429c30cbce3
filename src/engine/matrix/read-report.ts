import { readFileSync } from "node:fs";
import { Fault } from "../../fault.js";
import type { CheckResult, Report, ReportFrame } from "../report/report.js";

/** Reads a report that some run wrote; whatever else a file may hold is one line that says so. */
export function readReport(path: string): Report {
  const value = parse(path);
  const isOurs = isRecord(value) && value["format"] === "acp-assay-report";
  if (!isOurs) throw new Fault("usage", `Cannot read "${path}": it is no JSON report of acp-assay`);
  if (value["formatVersion"] !== 1) {
    const version = JSON.stringify(value["formatVersion"]);
    throw new Fault("usage", `Cannot read "${path}": it is a report of format version ${version}, not 1`);
  }
  if (!isReport(value)) throw new Fault("usage", `Cannot read "${path}": parts of the report are missing`);
  return value;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    const reason = isSyntax ? "it is not JSON" : error instanceof Error ? error.message : String(error);
    throw new Fault("usage", `Cannot read "${path}": ${reason}`, { cause: error });
  }
}

/** Is everything there that a page or a merge needs, in the form that it needs? */
function isReport(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & Report {
  const { tool, subject, schema, seed, startedAt, finishedAt, checks, coverage, summary, verdict } = value;
  return (
    isRecord(tool) &&
    isText(tool["version"]) &&
    isRecord(subject) &&
    Array.isArray(subject["argv"]) &&
    subject["argv"].every(isText) &&
    isText(subject["role"]) &&
    isRecord(schema) &&
    isText(schema["id"]) &&
    isText(schema["sha256"]) &&
    typeof seed === "number" &&
    isDate(startedAt) &&
    isDate(finishedAt) &&
    isRecord(coverage) &&
    isRecord(summary) &&
    isRecord(verdict) &&
    (verdict["blockedBy"] === null || isText(verdict["blockedBy"])) &&
    Array.isArray(checks) &&
    checks.every(isCheck)
  );
}

const STATUSES: readonly unknown[] = [
  "PASS",
  "FAIL",
  "WARN",
  "INFO",
  "N/A",
  "NOT-TESTED",
  "EXPECTED-FAIL",
  "VACUOUS",
  "FLAKY",
];

function isCheck(value: unknown): value is CheckResult {
  if (!isRecord(value)) return false;
  const { id, level, status, statement, citation, durationMs, frames, tck, baseline } = value;
  const optional = ["message", "expected", "actual", "failureId"].map((name) => value[name]);
  return (
    [id, level, statement, citation].every(isText) &&
    STATUSES.includes(status) &&
    typeof durationMs === "number" &&
    optional.every((text) => text === undefined || isText(text)) &&
    (frames === undefined || (Array.isArray(frames) && frames.every(isFrame))) &&
    (tck === undefined || (Array.isArray(tck) && tck.every(isText))) &&
    (baseline === undefined ||
      (isRecord(baseline) && isText(baseline["reason"]) && isLink(baseline["issue"])))
  );
}

function isFrame(value: unknown): value is ReportFrame {
  if (!isRecord(value)) return false;
  const { number, dir, t, line, b64 } = value;
  const hasText = line === undefined ? isText(b64) : isText(line);
  return typeof number === "number" && typeof t === "number" && (dir === "c2a" || dir === "a2c") && hasText;
}

/** A link of a report may have been put there by anybody; it must not run anything. */
function isLink(value: unknown): boolean {
  return value === undefined || (isText(value) && /^https?:\/\//i.test(value));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isDate(value: unknown): boolean {
  return isText(value) && !Number.isNaN(Date.parse(value));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
