import { html } from "hono/html";
import type { Status } from "../../outcome.js";
import { citationLink } from "../kinds/citation-link.js";
import type { CheckResult } from "../report.js";
import type { Column } from "./column.js";
import { MARKS } from "./marks.js";
import { sequence } from "./sequence.js";
import { type Markup, shown } from "./text.js";

/** What a check asks, and where that is written. */
export function requirementText({ statement, citation, level, tck }: CheckResult): Markup {
  const link = citationLink(citation);
  const source = link === undefined ? shown(citation) : html`<a href="${link}">${shown(citation)}</a>`;
  const alike = tck === undefined ? "" : html` · TCK ${tck.map(shown).join(", ")}`;
  return html`<p class="requires">${shown(statement)}</p>
<p class="quiet">${level.toUpperCase()} · ${source}${alike}</p>`;
}

/** What each run saw of a check; those of which there is no more to say than a word share a line a word. */
export function findings(id: string, columns: readonly Column[]): Markup {
  const words = new Map<Status, string[]>();
  const told: Markup[] = [];
  for (const column of columns) {
    const check = column.byId.get(id);
    if (check === undefined) continue;
    if (hasMore(check)) told.push(findingText(check, column, columns.length === 1));
    else words.set(check.status, [...(words.get(check.status) ?? []), column.name]);
  }
  const lines = [...words].map(([status, names]) => wordLine(status, columns.length === 1 ? [] : names));
  return html`${told}${lines}`;
}

function hasMore({ message, expected, actual, frames, failureId, baseline, scored }: CheckResult): boolean {
  return [message, expected, actual, frames, failureId, baseline, scored].some((part) => part !== undefined);
}

function wordLine(status: Status, names: readonly string[]): Markup {
  const { tone, sign } = MARKS[status];
  return html`<section class="seen"><h4>${names.map((name) => html`<span class="letter">${name}</span> `)}<span class="${tone}">${sign} ${status}</span></h4></section>`;
}

/** What one run saw of a check: why, what was expected, what came, and the frames. */
function findingText(check: CheckResult, { name, report }: Column, isOnly: boolean): Markup {
  const { status, message, expected, actual, frames = [], failureId, baseline, scored } = check;
  const { tone, sign } = MARKS[status];
  const rows = [
    fact("why", message),
    fact("expected", expected),
    fact("actual", actual),
    fact("known", baseline?.reason),
  ];
  const issue =
    baseline?.issue === undefined ? "" : html`<p><a href="${baseline.issue}">the issue about it</a></p>`;
  return html`<section class="seen">
<h4>${isOnly ? "" : html`<span class="letter">${name}</span> `}<span class="${tone}">${sign} ${status}</span>${scored === false ? html` <span class="quiet">reported, not scored</span>` : ""}</h4>
<dl>${rows}</dl>${issue}
${frames.length === 0 ? "" : sequence(frames, report.subject.role)}
${failureId === undefined ? "" : html`<p class="again">again: <code>acp-assay replay ${failureId}</code></p>`}
</section>`;
}

function fact(name: string, value: string | undefined): Markup | string {
  return value === undefined ? "" : html`<div><dt>${name}</dt><dd class="code">${shown(value)}</dd></div>`;
}
