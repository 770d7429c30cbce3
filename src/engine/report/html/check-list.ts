import { html } from "hono/html";
import type { Status } from "../../outcome.js";
import { groupByChapter } from "../chapter.js";
import type { CheckResult } from "../report.js";
import type { Column } from "./column.js";
import { findings, requirementText } from "./finding.js";
import { ABSENT, MARKS } from "./marks.js";
import { type Markup, shown } from "./text.js";

const FINDINGS: readonly Status[] = ["FAIL", "WARN", "FLAKY", "EXPECTED-FAIL"];
const UNJUDGED: readonly Status[] = ["N/A", "NOT-TESTED", "VACUOUS"];

/** Every check by chapter, a row each, to be opened for what it asks and what each run saw. */
export function checkList(columns: readonly Column[]): Markup {
  const rows = new Map(columns.flatMap(({ report }) => report.checks.map((check) => [check.id, check])));
  const sorted = [...rows.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
  return html`${[...groupByChapter(sorted)].map(([name, checks]) => chapter(name, checks, columns))}`;
}

function chapter(name: string, checks: readonly CheckResult[], columns: readonly Column[]): Markup {
  const seen = columns.map(({ byId }) => checks.flatMap(({ id }) => byId.get(id) ?? []));
  const hasFinding = seen.flat().some(({ status }) => FINDINGS.includes(status));
  return html`<details class="chapter"${hasFinding ? html` open` : ""}>
<summary class="row"><h3>${shown(name)} <span class="quiet">${checks.length}</span></h3><span class="cells">${columns.map((column, place) => tally(column, seen[place] ?? []))}</span></summary>
<ul>${checks.map((check) => row(check, columns))}</ul>
</details>`;
}

/** `12/14`: how many of those that could be judged are as they should be. */
function tally({ name }: Column, checks: readonly CheckResult[]): Markup {
  const count = (statuses: readonly Status[]): number =>
    checks.filter(({ status }) => statuses.includes(status)).length;
  const judged = checks.length - count(UNJUDGED);
  const tone =
    count(["FAIL"]) > 0 ? "bad" : count(["WARN", "FLAKY"]) > 0 ? "warn" : judged > 0 ? "good" : "quiet";
  return html`<span class="cell ${tone}"><span class="sr">${name}: </span><span class="which" aria-hidden="true">${name} </span>${judged - count(FINDINGS)}/${judged}</span>`;
}

function row(check: CheckResult, columns: readonly Column[]): Markup {
  const seen = columns.map(({ byId }) => byId.get(check.id));
  const kinds = [
    seen.some((one) => one && FINDINGS.includes(one.status)) ? "finding" : "",
    seen.some((one) => one?.status === "NOT-TESTED") ? "gap" : "",
    new Set(seen.map((one) => one?.status)).size > 1 ? "differs" : "",
  ];
  const isOnly = columns.length === 1;
  return html`<li class="check ${kinds.filter(Boolean).join(" ")}"><details>
<summary class="row"><span class="name"><code>${shortId(check.id)}</code> <span class="quiet brief" aria-hidden="true">${shown(check.statement)}</span></span><span class="cells">${columns.map((column, place) => cell(column, seen[place], isOnly))}</span></summary>
<div class="more" id="${shown(check.id)}"><p class="quiet"><a href="#${encodeURIComponent(check.id.toWellFormed())}">${shown(check.id)}</a></p>
${requirementText(check)}
${findings(check.id, columns)}</div>
</details></li>`;
}

function shortId(id: string): string {
  return shown(id.replace(/^acp\.v\d+\.[^.]+\./, ""));
}

function cell({ name }: Column, check: CheckResult | undefined, isOnly: boolean): Markup {
  const { sign, tone } = check === undefined ? ABSENT : MARKS[check.status];
  const status = check?.status ?? "not in this run";
  if (isOnly)
    return html`<span class="cell word ${tone}"><span aria-hidden="true">${sign} </span>${status}</span>`;
  return html`<span class="cell ${tone}" title="${name}: ${status}"><span aria-hidden="true"><span class="which">${name} </span>${sign}</span><span class="sr">${name}: ${status}</span></span>`;
}
