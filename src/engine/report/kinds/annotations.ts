import { printable } from "../printable.js";
import type { CheckResult, Report } from "../report.js";
import { troublesOf } from "./trouble.js";

/** GitHub shows ten errors and ten warnings a step, and drops what comes after them. */
const SHOWN = 10;

/** The findings as workflow commands of GitHub Actions, which shows them beside the run. */
export function githubAnnotations(report: Report): string {
  const { checks } = report;
  const troubles = troublesOf(report).map(({ name, text }) => command("error", name, text));
  const failures = checks
    .filter(({ status }) => status === "FAIL")
    .map((check) => command("error", check.id, words(check)));
  const warnings = checks
    .filter(({ status }) => status === "WARN" || status === "FLAKY")
    .map((check) => command("warning", check.id, words(check)));
  return [...[...troubles, ...failures].slice(0, SHOWN), ...warnings.slice(0, SHOWN)].join("");
}

function command(kind: "error" | "warning", title: string, text: string): string {
  return `::${kind} title=${escaped(`acp-assay ${title}`).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${escaped(text)}\n`;
}

function words({ statement, actual, message, failureId }: CheckResult): string {
  const seen = actual ?? message;
  const again = failureId === undefined ? "" : ` (acp-assay replay ${failureId})`;
  return `${statement}${seen === undefined ? "" : `: ${seen.slice(0, 300)}`}${again}`;
}

/** A line end would end the command; as a workflow command's own escape it does not. */
function escaped(text: string): string {
  return printable(text).replaceAll("%", "%25");
}
