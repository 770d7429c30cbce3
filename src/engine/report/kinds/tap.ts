import { printable } from "../printable.js";
import type { CheckResult, Report, ReportFrame } from "../report.js";
import { troublesOf } from "./trouble.js";

/** The report as TAP 14: what a person told us to expect is TODO, what did not apply or was not judged is SKIP. */
export function tapReport(report: Report): string {
  const { checks, verdict, tool, subject, seed } = report;
  const outdated = troublesOf(report).filter(({ isBlocked }) => !isBlocked);
  const count = checks.length + outdated.length;
  const rows = [
    "TAP version 14",
    `# ${plain(`acp-assay ${tool.version}, ${subject.role}, seed ${seed}`)}`,
    // A plan of none would say that all is well.
    ...(count === 0 && verdict.blockedBy !== null ? [] : [`1..${count}`]),
    ...checks.map((check, place) => testPoint(check, place + 1)),
    ...outdated.map(
      ({ name, text }, place) => `not ok ${checks.length + place + 1} - ${words(`${name}: ${text}`)}`,
    ),
  ];
  if (verdict.blockedBy !== null) rows.push(`Bail out! ${words(verdict.blockedBy)}`);
  return `${rows.join("\n")}\n`;
}

function testPoint(check: CheckResult, number: number): string {
  const { id, status, message, baseline } = check;
  const name = `${number} - ${words(id)}`;
  switch (status) {
    case "PASS":
    case "INFO":
      return `ok ${name}`;
    case "WARN":
    case "FLAKY":
      return `ok ${name}\n${diagnosis(check)}`;
    case "FAIL":
      return `not ok ${name}\n${diagnosis(check)}`;
    case "EXPECTED-FAIL":
      return `not ok ${name} # TODO ${words(baseline?.reason ?? "expected")}\n${diagnosis(check)}`;
    case "N/A":
    case "NOT-TESTED":
    case "VACUOUS":
      return `ok ${name} # SKIP ${words(`${status}: ${message ?? "no reason known"}`)}`;
  }
}

/** A YAML block. JSON strings are YAML strings, so nothing that a subject wrote can end the block. */
function diagnosis(check: CheckResult): string {
  const { status, level, statement, citation, message, expected, actual, frames, failureId } = check;
  const fields: readonly (readonly [string, string | undefined])[] = [
    ["status", status],
    ["level", level],
    ["requires", statement],
    ["where", message],
    ["expected", expected],
    ["actual", actual],
    ["spec", citation],
    ["replay", failureId],
  ];
  const rows = fields.flatMap(([key, value]) => (value === undefined ? [] : [`  ${key}: ${scalar(value)}`]));
  const wire = frames === undefined || frames.length === 0 ? [] : ["  wire:", ...frames.map(frameRow)];
  return ["  ---", ...rows, ...wire, "  ..."].join("\n");
}

function frameRow({ dir, number, line, b64 }: ReportFrame): string {
  return `    - ${scalar(`${dir} #${number} ${line ?? `base64 ${b64}`}`)}`;
}

function scalar(text: string): string {
  return JSON.stringify(plain(text));
}

function plain(text: string): string {
  return printable(text);
}

/** A description or a reason: `#` would begin a directive and `\` an escape. */
function words(text: string): string {
  return plain(text).replace(/[\\#]/g, (character) => `\\${character}`);
}
