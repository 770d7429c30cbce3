import { readFileSync } from "node:fs";
import { html, raw } from "hono/html";
import type { Report } from "../report.js";
import { verdictWords } from "../verdict-words.js";
import { checkList } from "./check-list.js";
import { type Column, columnsOf } from "./column.js";
import { MARKS } from "./marks.js";
import { subjectCard } from "./subject-card.js";
import { type Markup, shown } from "./text.js";

/** One run as a page. */
export function htmlReport(report: Report): string {
  return page(`acp-assay: ${verdictWords(report)}`, columnsOf([report]));
}

/** Several runs as one page, subjects × checks. */
export function htmlMatrix(reports: readonly Report[]): string {
  const subjects = `${reports.length} ${reports.length === 1 ? "subject" : "subjects"}`;
  return page(`acp-assay: ${subjects}`, columnsOf(reports));
}

/** Our own style sheets, which stand beside this file. */
function style(): string {
  return ["page", "checks", "sequence"]
    .map((name) => readFileSync(new URL(`style/${name}.css`, import.meta.url), "utf8"))
    .join("\n");
}

/** A whole page in one file: no script, nothing from elsewhere, and its own policy says so. */
function page(title: string, columns: readonly Column[]): string {
  const [first] = columns;
  const isOnly = columns.length === 1;
  const about =
    first && `ACP schema ${first.report.schema.id} (sha256 ${first.report.schema.sha256.slice(0, 8)}…)`;
  const markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${shown(title)}</title>
<style>${raw(style())}:root { --columns: ${columns.length}; }</style>
</head>
<body>
<header><h1>${shown(title)}</h1><p class="quiet">${about} · acp-assay ${shown(first?.report.tool.version ?? "")}</p></header>
<main>
<div class="cards">${columns.map((column) => subjectCard(column, isOnly))}</div>
${filters(isOnly)}
<div class="checks${isOnly ? " only" : ""}">
<div class="row head" aria-hidden="true"><span></span><span class="cells">${isOnly ? "" : columns.map(({ name }) => html`<span class="cell letter">${name}</span>`)}</span></div>
${checkList(columns)}
</div>
${legend()}
</main>
</body>
</html>
`;
  return String(markup);
}

/** Radio buttons and `:has()` do what a script would; a browser without it shows everything. */
function filters(isOnly: boolean): Markup {
  const choice = (id: string, words: string, isChosen = false): Markup =>
    html`<label><input type="radio" name="show" id="show-${id}"${isChosen ? html` checked` : ""}> ${words}</label>`;
  return html`<fieldset class="filters"><legend class="sr">Checks to show</legend>
${choice("all", "all", true)}${choice("finding", "findings")}${choice("gap", "not tested")}${isOnly ? "" : choice("differs", "where they differ")}
</fieldset>`;
}

function legend(): Markup {
  const rows = Object.entries(MARKS).map(
    ([status, { sign, tone, meaning }]) =>
      html`<div><dt><span class="${tone}"><span aria-hidden="true">${sign} </span>${status}</span></dt><dd>${meaning}</dd></div>`,
  );
  return html`<section class="legend"><h2>What the words mean</h2><dl>${rows}</dl></section>`;
}
