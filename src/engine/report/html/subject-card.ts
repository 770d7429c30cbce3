import { html } from "hono/html";
import type { Report } from "../report.js";
import { verdictWords } from "../verdict-words.js";
import type { Column } from "./column.js";
import { type Markup, shown } from "./text.js";

/** One subject: who it is, how it was run, what came of it. */
export function subjectCard({ name, report }: Column, isOnly: boolean): Markup {
  const { subject, summary: sum, seed, promise, verdict, baseline, startedAt } = report;
  const counts: readonly (readonly [number, string, string])[] = [
    [sum.fail, "failed", "bad"],
    [sum.warn, "warned", "warn"],
    [sum.flaky, "flaky", "warn"],
    [sum.expectedFail, "expected failures", "known"],
    [sum.pass, "passed", "good"],
    [sum.info, "recorded", "quiet"],
    [sum.notTested, "not tested", "quiet"],
    [sum.na, "n/a", "quiet"],
    [sum.vacuous, "vacuous", "quiet"],
  ];
  const problems = [
    ...(verdict.blockedBy === null ? [] : [verdict.blockedBy]),
    ...(baseline?.outdated ?? []).map(({ problem }) => problem),
  ];
  return html`<section class="card">
<h2>${isOnly ? "" : html`<span class="letter">${name}</span> `}${shown(nameOf(report))}</h2>
<p class="verdict ${toneOf(report)}">${verdictWords(report)}</p>
${problems.map((problem) => html`<p class="bad">${shown(problem)}</p>`)}
<p class="counts">${counts.filter(([count]) => count > 0).map(([count, word, tone]) => html`<span class="${tone}"><b>${count}</b> ${word}</span> `)}</p>
<p class="argv"><code>${shown(subject.argv.join(" "))}</code></p>
<p class="quiet">${subject.role}${promise === undefined ? "" : `, promises ${promise.declared}, held ${promise.held}`} · seed ${seed} · ${new Date(startedAt).toISOString().slice(0, 16).replace("T", " ")} UTC${coverageText(report)}</p>
</section>`;
}

function toneOf({ summary: sum, ok, verdict }: Report): string {
  if (sum.fail > 0 || verdict.blockedBy !== null) return "bad";
  return ok && !verdict.incomplete && sum.expectedFail === 0 ? "good" : "warn";
}

/** The name that the subject gave itself, else the end of its command line. */
function nameOf({ subject: { info, argv, role } }: Report): string {
  const { name, version }: { name?: unknown; version?: unknown } =
    typeof info === "object" && info !== null ? info : {};
  if (typeof name === "string" && name !== "")
    return typeof version === "string" ? `${name} ${version}` : name;
  const file = argv.findLast((argument) => !/^[-{]/.test(argument)) ?? role;
  return file.split("/").at(-1) ?? file;
}

/** What a fuzz run went through; a check run counts its requirements elsewhere. */
function coverageText({ coverage }: Report): string {
  const { sessions, frames, topics } = coverage;
  if (typeof sessions !== "number" || typeof frames !== "number") return "";
  const { seen, all }: { seen?: unknown; all?: unknown } =
    typeof topics === "object" && topics !== null ? topics : {};
  const kinds =
    typeof seen === "number" && typeof all === "number" ? `, ${seen} of ${all} kinds of message` : "";
  return ` · ${sessions} sessions, ${frames} frames${kinds}`;
}
