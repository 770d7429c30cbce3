import { printable } from "../printable.js";
import type { CheckResult, Report, ReportFrame } from "../report.js";
import { verdictWords } from "../verdict-words.js";
import { citationLink } from "./citation-link.js";
import { troublesOf } from "./trouble.js";

/** GitHub takes a megabyte of summary a step, and nobody reads a hundred findings in one. */
const SHOWN = 40;
const LONGEST_VALUE = 1000;

const FINDINGS: readonly string[] = ["FAIL", "WARN", "FLAKY"];

/** The report as Markdown for a job summary or a comment: verdict, counts, each finding to be opened. */
export function markdownReport(report: Report): string {
  const { subject, checks, seed, schema, tool } = report;
  const findings = checks.filter(({ status }) => FINDINGS.includes(status));
  const expected = checks.filter(({ status }) => status === "EXPECTED-FAIL");
  const blocks = [
    `## ${report.ok ? "✅" : "❌"} acp-assay: ${verdictWords(report)}`,
    `${html(subject.role)} ${code(subject.argv.join(" "))} · schema ${html(schema.id)} · seed ${seed} · acp-assay ${html(tool.version)}`,
    ...troublesOf(report).map(({ name, text }) => `> [!CAUTION]\n> ${html(name)}: ${html(text)}`),
    counts(report),
    ...findings.slice(0, SHOWN).map(finding),
    ...(findings.length > SHOWN ? [`… and ${findings.length - SHOWN} more findings.`] : []),
    ...(expected.length > 0 ? [expectedList(expected)] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function counts({ summary }: Report): string {
  const columns: readonly (readonly [string, number])[] = [
    ["passed", summary.pass],
    ["failed", summary.fail],
    ["warned", summary.warn],
    ["flaky", summary.flaky],
    ["expected failures", summary.expectedFail],
    ["recorded", summary.info],
    ["n/a", summary.na],
    ["not tested", summary.notTested],
    ["vacuous", summary.vacuous],
    ["checks", summary.total],
  ];
  const line = (cells: readonly unknown[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(([name]) => name)),
    line(columns.map(() => "--:")),
    line(columns.map(([, count]) => count)),
  ].join("\n");
}

function finding(check: CheckResult): string {
  const { id, status, level, statement, citation, message, expected, actual, frames = [], failureId } = check;
  const link = citationLink(citation);
  const source = link === undefined ? html(citation) : `<a href="${html(link)}">${html(citation)}</a>`;
  const rows = [
    ...(message === undefined ? [] : [`where     ${short(message)}`]),
    ...(expected === undefined ? [] : [`expected  ${short(expected)}`]),
    ...(actual === undefined ? [] : [`actual    ${short(actual)}`]),
    ...frames.map(frameRow),
    ...(failureId === undefined ? [] : [`again     npx acp-assay replay ${failureId}`]),
  ];
  const sign = status === "FAIL" ? "✘" : "!";
  return [
    `<details><summary>${sign} ${code(id)} ${level.toUpperCase()} · ${status}</summary>`,
    `<p>${html(statement)}<br>${source}</p>`,
    `<pre>${rows.map(html).join("\n")}</pre>`,
    "</details>",
  ].join("\n");
}

function frameRow({ dir, number, line, b64 }: ReportFrame): string {
  return `wire      ${dir === "c2a" ? "→" : "←"} #${number} ${short(line ?? `base64 ${b64}`)}`;
}

function expectedList(checks: readonly CheckResult[]): string {
  const rows = checks.map(({ id, baseline }) => {
    const { reason = "no reason given", issue } = baseline ?? {};
    const link = issue === undefined ? "" : ` (<a href="${html(issue)}">issue</a>)`;
    return `<li>${code(id)} ${html(reason)}${link}</li>`;
  });
  return `<details><summary>${rows.length} expected failures</summary>\n<ul>\n${rows.join("\n")}\n</ul>\n</details>`;
}

function short(text: string): string {
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}

function code(text: string): string {
  return `<code>${html(text)}</code>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as HTML that Markdown leaves alone: what Markdown reads as a mark is an entity too. */
function html(text: string): string {
  return printable(text).replace(/[&<>"`*_[\]|~@#:\\]/g, (character) => {
    return ENTITIES[character] ?? `&#${character.charCodeAt(0)};`;
  });
}
