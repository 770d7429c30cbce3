import { basename, isAbsolute, relative } from "node:path";
import type { Location, Log, Notification, ReportingDescriptor, Result, Run } from "sarif";
import { printable } from "../printable.js";
import type { CheckResult, Report } from "../report.js";
import { citationLink } from "./citation-link.js";
import { troublesOf } from "./trouble.js";

/** The report as SARIF 2.1.0, as GitHub's code scanning reads it: a rule a check, a result a finding. */
export function sarifReport(report: Report): string {
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [runOf(report)],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function runOf(report: Report): Run {
  const { tool, checks, verdict, subject, seed, schema, startedAt, finishedAt } = report;
  const troubles = troublesOf(report);
  return {
    tool: { driver: { name: tool.name, version: tool.version, rules: checks.map(ruleOf) } },
    automationDetails: { id: `acp-assay/${subject.role}/` },
    columnKind: "utf16CodeUnits",
    invocations: [
      {
        executionSuccessful: verdict.blockedBy === null,
        startTimeUtc: startedAt,
        endTimeUtc: finishedAt,
        toolExecutionNotifications: troubles.map(({ text }): Notification => {
          return { level: "error", message: { text: printable(text) } };
        }),
      },
    ],
    results: checks.flatMap((check, place) => resultOf(check, place, report)),
    properties: { seed, schema: schema.id },
  };
}

function ruleOf({ id, statement, citation, level }: CheckResult): ReportingDescriptor {
  const helpUri = citationLink(citation);
  return {
    id,
    shortDescription: { text: printable(statement) },
    help: { text: `${printable(statement)}\n\nSource: ${printable(citation)}` },
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level: level === "must" ? "error" : level === "should" ? "warning" : "note" },
    properties: { tags: ["acp", level] },
  };
}

const LEVELS: Readonly<Record<string, "error" | "warning">> = {
  FAIL: "error",
  "EXPECTED-FAIL": "error",
  WARN: "warning",
  FLAKY: "warning",
};

function resultOf(check: CheckResult, ruleIndex: number, report: Report): Result[] {
  const { id, status, failureId, baseline } = check;
  const level = LEVELS[status];
  if (level === undefined) return [];
  const suppression = { kind: "external", status: "accepted" } as const;
  return [
    {
      ruleId: id,
      ruleIndex,
      level,
      message: { text: messageOf(check) },
      locations: [locationOf(report.subject.argv)],
      partialFingerprints: { "acpAssayCheck/v1": id },
      ...(report.baseline === undefined
        ? {}
        : { baselineState: baseline === undefined ? "new" : "unchanged" }),
      ...(status === "EXPECTED-FAIL"
        ? { suppressions: [{ ...suppression, justification: printable(baseline?.reason ?? "") }] }
        : {}),
      ...(failureId === undefined ? {} : { properties: { replay: `acp-assay replay ${failureId}` } }),
    },
  ];
}

function messageOf({ statement, message, expected, actual }: CheckResult): string {
  const parts = [
    statement,
    ...(message === undefined ? [] : [`Where: ${message}`]),
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(actual === undefined ? [] : [`Actual: ${actual}`]),
  ];
  return parts.map(printable).join("\n");
}

/** GitHub takes only results in a file: the one in the subject's command line that looks like its program. */
function locationOf(argv: readonly string[]): Location {
  const [command = "subject", ...rest] = argv;
  const file = rest.find((argument) => /^[^-{].*\.\w+$/.test(argument) && !/\s/.test(argument)) ?? command;
  const inside = isAbsolute(file) ? relative(process.cwd(), file) : file;
  const path = inside.startsWith("..") || isAbsolute(inside) ? basename(file) : inside;
  const uri = path
    .split("/")
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } };
}
