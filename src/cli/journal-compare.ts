import { printable } from "../engine/report/printable.js";
import { exactDifference } from "../fuzz/oracle/exact-difference.js";
import { compareJournals, compareLifecycles, type JournalDifference } from "../journal/compare-journals.js";
import { parseExactJson } from "../wire/exact-json.js";
import type { CliContext } from "./command.js";
import { EXIT } from "./exit-code.js";

interface CompareFlags {
  readonly expected: string;
  readonly actual: string;
  readonly lifecycle: boolean;
  readonly json: boolean;
}

/** A frame is shown as far as this. */
const LONGEST_FRAME = 2000;

/** `journal compare`. */
export function compareFiles(context: CliContext, flags: CompareFlags): void {
  const { expected, actual, lifecycle, json } = flags;
  const frames = lifecycle ? undefined : compareJournals(expected, actual);
  const difference = lifecycle ? compareLifecycles(expected, actual) : frames;
  const path = frames === undefined ? undefined : differingPath(frames);
  if (difference !== undefined) context.exit(EXIT.failed);
  if (json) {
    const at = path === undefined ? {} : { path };
    process.stdout.write(`${JSON.stringify({ same: difference === undefined, ...difference, ...at })}\n`);
    return;
  }
  if (difference === undefined) {
    process.stderr.write(lifecycle ? "SAME  the same steps in both\n" : "SAME  the same frames in both\n");
    return;
  }
  const { seq, method } = difference;
  const lines = [
    `DIFFERS  seq ${seq}  ${printable(method ?? "response")}`,
    ...(frames === undefined ? [] : hashLines(frames)),
    `- ${shown(difference.expected)}`,
    `+ ${shown(difference.actual)}`,
    ...(path === undefined ? [] : [`  at ${path}`]),
  ];
  process.stderr.write(`${lines.join("\n")}\n`);
}

function hashLines({ expected_hash, actual_hash }: JournalDifference): readonly string[] {
  return [`  expected_hash  ${expected_hash || "(none)"}`, `  actual_hash    ${actual_hash || "(none)"}`];
}

/** Where two frames part, with both values. */
function differingPath({
  expected = "",
  actual = "",
}: Pick<JournalDifference, "expected" | "actual">): string | undefined {
  const [left, right] = [parseExactJson(expected), parseExactJson(actual)];
  if (left === undefined || right === undefined) return undefined;
  const found = exactDifference(left, right);
  // Frames with different hashes may be equal as values: 1 and 1.0.
  if (found === undefined) return "the spelling of a number";
  return printable(`${found.path}: expected ${cut(found.expected)}, found ${cut(found.actual)}`);
}

function shown(text: string | undefined): string {
  return text === undefined ? "(the journal has ended)" : printable(cut(text));
}

function cut(text: string): string {
  return text.length <= LONGEST_FRAME ? text : `${text.slice(0, LONGEST_FRAME)}… (${text.length} characters)`;
}
