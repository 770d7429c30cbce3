import colors from "picocolors";
import { create } from "xmlbuilder2";
import type { XMLBuilder } from "xmlbuilder2/lib/interfaces.js";
import { groupByChapter } from "../chapter.js";
import { findingText } from "../finding-text.js";
import { printable } from "../printable.js";
import type { CheckResult, Report } from "../report.js";
import { type Trouble, troublesOf } from "./trouble.js";

const plain = colors.createColors(false);

/** Longer values are cut: CI servers keep every report that they were ever given. */
const LONGEST_VALUE = 2000;

/** The report as JUnit XML, in the form that Jenkins and GitLab read: a suite a chapter, a case a check. */
export function junitReport(report: Report): string {
  const { checks, startedAt, subject, seed, schema, tool } = report;
  const document = create({ version: "1.0", encoding: "UTF-8" });
  const root = document.ele("testsuites", { name: `acp-assay ${subject.role}`, ...totals(checks, report) });
  for (const [chapter, rows] of groupByChapter(checks)) {
    const suite = root.ele("testsuite", { name: chapter, ...counts(rows, []), timestamp: startedAt });
    properties(suite, { seed: `${seed}`, schema: schema.id, tool: tool.version });
    for (const check of rows) testCase(suite, check);
  }
  const troubles = troublesOf(report);
  if (troubles.length > 0) {
    const suite = root.ele("testsuite", { name: "run", ...counts([], troubles), timestamp: startedAt });
    for (const trouble of troubles) troubleCase(suite, trouble);
  }
  return `${document.end({ prettyPrint: true })}\n`;
}

function properties(suite: XMLBuilder, values: Readonly<Record<string, string>>): void {
  const list = suite.ele("properties");
  for (const [name, value] of Object.entries(values)) list.ele("property", { name, value });
}

function testCase(suite: XMLBuilder, check: CheckResult): void {
  const { id, status, durationMs, actual, statement, message } = check;
  const classname = id.slice(0, id.lastIndexOf("."));
  const row = suite.ele("testcase", { classname, name: id, time: seconds(durationMs) });
  switch (status) {
    case "FAIL": {
      const attributes = { type: id, message: printable(short(actual ?? message ?? statement)) };
      row.ele("failure", attributes).txt(body(check));
      break;
    }
    case "EXPECTED-FAIL":
    case "N/A":
    case "NOT-TESTED":
    case "VACUOUS":
      row.ele("skipped", { message: printable(short(skipReason(check))) });
      break;
    case "WARN":
    case "FLAKY":
      // JUnit has no word for a warning: the case passes, and says what there is to say.
      row.ele("system-out").txt(body(check));
      break;
    case "PASS":
    case "INFO":
      break;
  }
}

function troubleCase(suite: XMLBuilder, { name, text, isBlocked }: Trouble): void {
  const row = suite.ele("testcase", { classname: "run", name, time: "0" });
  const kind = isBlocked ? "error" : "failure";
  row.ele(kind, { type: isBlocked ? "blocked" : "baseline", message: printable(short(text)) });
}

function skipReason({ status, message, baseline }: CheckResult): string {
  const reason = status === "EXPECTED-FAIL" ? baseline?.reason : message;
  return `${status}: ${reason ?? "no reason known"}`;
}

function body(check: CheckResult): string {
  return `\n${findingText(check, plain, LONGEST_VALUE)}\n`;
}

function short(text: string): string {
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}

const SKIPPED: readonly string[] = ["EXPECTED-FAIL", "N/A", "NOT-TESTED", "VACUOUS"];

function counts(
  rows: readonly CheckResult[],
  troubles: readonly Trouble[],
): Readonly<Record<string, string>> {
  const blocked = troubles.filter(({ isBlocked }) => isBlocked).length;
  const failed = rows.filter(({ status }) => status === "FAIL").length + troubles.length - blocked;
  const skipped = rows.filter(({ status }) => SKIPPED.includes(status)).length;
  const milliseconds = rows.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return {
    tests: `${rows.length + troubles.length}`,
    failures: `${failed}`,
    errors: `${blocked}`,
    skipped: `${skipped}`,
    time: seconds(milliseconds),
  };
}

function totals(checks: readonly CheckResult[], report: Report): Readonly<Record<string, string>> {
  const spent = Date.parse(report.finishedAt) - Date.parse(report.startedAt);
  return { ...counts(checks, troublesOf(report)), time: seconds(spent) };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
