import type { Status } from "../outcome.js";
import { groupByChapter } from "./chapter.js";
import { findingLine, findingText } from "./finding-text.js";
import type { Paint } from "./paint.js";
import { printable } from "./printable.js";
import type { CheckResult, Report } from "./report.js";
import { verdictWords } from "./verdict-words.js";

/** The whole report for a person: what was tested, a line per chapter, each finding once in full, the summary. */
export function textReport(report: Report, paint: Paint, exitCode: number): string {
  const blocks = [
    header(report, paint),
    chapters(report, paint),
    findings(report, paint),
    expected(report, paint),
    notTested(report, paint),
    summary(report, paint, exitCode),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function header({ tool, schema, subject, promise }: Report, paint: Paint): string {
  const rows = [
    `${paint.bold(`acp-assay ${tool.version}`)} · ACP schema ${schema.id} (sha256 ${schema.sha256.slice(0, 8)}…) · node ${tool.node}`,
    row(subject.role, printable(subject.argv.join(" ") + describe(subject.info))),
  ];
  if (promise !== undefined) rows.push(row("promise", `${promise.declared} declared, ${promise.held} held`));
  if (subject.role === "agent")
    rows.push(row("version", printable(`protocol ${JSON.stringify(subject.protocolVersion)}`)));
  return rows.join("\n");
}

function describe(info: unknown): string {
  if (typeof info !== "object" || info === null) return "";
  const { name, version }: { name?: unknown; version?: unknown } = info;
  return `  (${word(name)} ${word(version)})`;
}

/** A name as text; an agent may have put anything in its place. */
function word(value: unknown): string {
  return typeof value === "string" ? value : String(JSON.stringify(value));
}

/** A broken subject breaks much at once: the first findings in full, the rest as a line each. */
const SHOWN_IN_FULL = 12;

const NOT_A_RUN: readonly Status[] = ["N/A", "NOT-TESTED", "VACUOUS"];

function chapters({ checks }: Report, paint: Paint): string {
  const groups = groupByChapter(checks);
  const width = Math.max(10, ...[...groups.keys()].map((chapter) => chapter.length));
  return [...groups].map(([chapter, rows]) => chapterLine(chapter.padEnd(width), rows, paint)).join("\n");
}

function chapterLine(chapter: string, rows: readonly CheckResult[], paint: Paint): string {
  const count = (...statuses: Status[]): number =>
    rows.filter(({ status }) => statuses.includes(status)).length;
  const ran = rows.length - count(...NOT_A_RUN);
  const passed = count("PASS", "INFO");
  const notes = [
    note(count("WARN"), "warned"),
    note(count("FLAKY"), "flaky"),
    note(count("N/A"), "n/a"),
    note(count("NOT-TESTED"), "not tested"),
    note(count("VACUOUS"), "vacuous"),
    note(count("EXPECTED-FAIL"), "expected to fail"),
  ].filter((text) => text !== "");
  return ` ${mark(rows, paint)} ${chapter}  ${`${passed}/${ran}`.padEnd(7)} ${paint.dim(notes.join(", "))}`.trimEnd();
}

function mark(rows: readonly CheckResult[], paint: Paint): string {
  const has = (status: Status): boolean => rows.some((one) => one.status === status);
  if (has("FAIL")) return paint.red("✘");
  if (has("WARN") || has("FLAKY")) return paint.yellow("!");
  if (has("EXPECTED-FAIL")) return paint.magenta("×");
  return has("PASS") || has("INFO") ? paint.green("✔") : "–";
}

function note(count: number, word: string): string {
  return count === 0 ? "" : `${count} ${word}`;
}

function findings({ checks }: Report, paint: Paint): string {
  const shown = checks.filter(({ status }) => status === "FAIL" || status === "WARN" || status === "FLAKY");
  if (shown.length === 0) return "";
  const inFull = shown.slice(0, SHOWN_IN_FULL).map((check) => findingText(check, paint));
  const inShort = shown.slice(SHOWN_IN_FULL).map((check) => findingLine(check, paint));
  return [paint.bold("=== FINDINGS ==="), ...inFull, ...inShort].join("\n");
}

/** What fails as the baseline says it does, each with the reason that stands there. */
function expected({ checks }: Report, paint: Paint): string {
  const known = checks.filter(({ status }) => status === "EXPECTED-FAIL");
  if (known.length === 0) return "";
  const rows = known.map(({ id, baseline }) => {
    const { reason = "", issue, expires } = baseline ?? {};
    const until = expires === undefined ? "" : `, until ${expires}`;
    return printable(` × ${id}  ${reason}${until}${issue === undefined ? "" : `  ${issue}`}`);
  });
  return [paint.bold("=== EXPECTED FAILURES ==="), ...rows].join("\n");
}

/** What applies and was not judged, each with its reason: a gap has to be seen. */
function notTested({ checks, verdict }: Report, paint: Paint): string {
  const gaps = checks.filter(({ status }) => status === "NOT-TESTED");
  if (gaps.length === 0 || verdict.blockedBy !== null) return "";
  const rows = gaps.slice(0, SHOWN_IN_FULL).map(({ id, message = "" }) => ` – ${id}  ${printable(message)}`);
  const rest = gaps.length > rows.length ? [` – and ${gaps.length - rows.length} more`] : [];
  return [paint.bold("=== NOT TESTED ==="), ...rows, ...rest].join("\n");
}

function summary(report: Report, paint: Paint, exitCode: number): string {
  const { summary: sum, verdict, seed, startedAt, finishedAt } = report;
  const seconds = ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1);
  const counts = [
    `${sum.total} checks`,
    `${sum.pass} passed`,
    `${sum.fail} failed`,
    `${sum.warn} warned`,
    `${sum.info} recorded`,
    `${sum.na} n/a`,
    `${sum.notTested} not tested`,
    `${sum.vacuous} vacuous`,
  ];
  if (sum.expectedFail > 0) counts.push(`${sum.expectedFail} expected failures`);
  if (sum.flaky > 0) counts.push(`${sum.flaky} flaky`);
  const failed = report.checks.filter(({ status }) => status === "FAIL").map(({ id }) => id);
  const rows = [paint.bold("=== SUMMARY ==="), row("checks", counts.join(" · "))];
  if (failed.length > 0) rows.push(row("failed", shortList(failed)));
  rows.push(...outdated(report));
  rows.push(row("seed", `${seed}`));
  rows.push(row("verdict", `${verdictText(report, paint)}  ${paint.dim(`${seconds} s · exit ${exitCode}`)}`));
  if (verdict.blockedBy !== null) rows.splice(-1, 0, row("blocked", printable(verdict.blockedBy)));
  return rows.join("\n");
}

function verdictText(report: Report, paint: Paint): string {
  const words = verdictWords(report);
  if (report.summary.fail > 0) return paint.red(words);
  return report.ok && report.summary.expectedFail === 0 && !report.verdict.incomplete
    ? paint.green(words)
    : paint.yellow(words);
}

/** What the baseline has to say, a line each: it is wrong about something, so somebody has to change it. */
function outdated({ baseline }: Report): string[] {
  return (baseline?.outdated ?? []).map(({ problem }) => row("baseline", printable(problem)));
}

function shortList(ids: readonly string[]): string {
  const names = ids.slice(0, 8).map((id) => id.replace(/^acp\.v1\./, ""));
  return ids.length > names.length
    ? `${names.join(", ")} and ${ids.length - names.length} more`
    : names.join(", ");
}

function row(name: string, text: string): string {
  return ` ${name.padEnd(9)} ${text}`;
}
