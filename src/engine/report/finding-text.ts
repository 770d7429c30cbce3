import type { Paint } from "./paint.js";
import { printable } from "./printable.js";
import type { CheckResult, ReportFrame } from "./report.js";

const LONGEST_VALUE = 200;

/** One finding in full: id, what is required, expected, actual, the frames that matter, the page, how to see it again. */
export function findingText(check: CheckResult, paint: Paint, longest: number = LONGEST_VALUE): string {
  const field = fieldUpTo(longest);
  const { statement, citation, message, expected, actual, frames = [], failureId } = check;
  const rows = [findingLine(check, paint), `    -> ${statement}`];
  if (message !== undefined) rows.push(field("where", message));
  if (expected !== undefined) rows.push(field("expected", expected));
  if (actual !== undefined) rows.push(field("actual", actual));
  for (const [place, frame] of frames.entries())
    rows.push(field(place === 0 ? "wire" : "", frameText(frame)));
  rows.push(field("spec", citation));
  if (failureId !== undefined) rows.push(field("again", `acp-assay replay ${failureId}`));
  return rows.join("\n");
}

/** One finding as a line: its sign, id, level and failure id. */
export function findingLine({ id, status, level, failureId, scored }: CheckResult, paint: Paint): string {
  const isFailure = status === "FAIL";
  const sign = isFailure ? paint.red("✘") : paint.yellow("!");
  const tag = failureId === undefined ? "" : `  [${failureId}]`;
  const mark = scored === false ? " · not scored" : "";
  return `${sign} ${paint.bold(id)}  ${level.toUpperCase()}${isFailure ? "" : ` · ${status}`}${mark}${tag}`;
}

/** `→ #4 {"jsonrpc"…}`: an arrow to the right is what the client sent. */
function frameText({ dir, number, line, b64 }: ReportFrame): string {
  const arrow = dir === "c2a" ? "→" : "←";
  return `${arrow} #${number} ${line === undefined ? `base64 ${b64}` : line}`;
}

function fieldUpTo(longest: number): (name: string, text: string) => string {
  return (name, text) => {
    const visible = printable(text);
    const short = visible.length <= longest ? visible : `${visible.slice(0, longest)}…`;
    return `    ${name.padEnd(9)} ${short}`;
  };
}
