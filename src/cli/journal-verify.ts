import { printable } from "../engine/report/printable.js";
import { Fault } from "../fault.js";
import { type JournalVerdict, verifyJournal } from "../journal/verify-journal.js";
import type { CliContext } from "./command.js";
import { EXIT } from "./exit-code.js";

interface VerifyFlags {
  readonly head?: string;
  readonly withoutSeal: boolean;
  readonly strict: boolean;
  readonly json: boolean;
}

/** `journal verify`. */
export function verifyFile(context: CliContext, file: string, flags: VerifyFlags): void {
  const { head, withoutSeal, strict, json } = flags;
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head)) {
    throw new Fault("usage", `"${head}" is no head: it has to be 64 digits from 0-9 and a-f`);
  }
  const verdict = verifyJournal(file, head === undefined ? { withoutSeal } : { withoutSeal, head });
  const ok = verdict.ok && (!strict || verdict.isClosed);
  if (json) process.stdout.write(`${JSON.stringify({ ...verdict, ok })}\n`);
  else process.stderr.write(printVerdict(verdict, ok));
  if (!ok) context.exit(EXIT.failed);
}

/** `journal head`. */
export function showHead(context: CliContext, file: string, { withoutSeal }: { withoutSeal: boolean }): void {
  const verdict = verifyJournal(file, { withoutSeal });
  if (verdict.ok) process.stdout.write(`${verdict.head}\n`);
  else {
    process.stderr.write(printVerdict(verdict, false));
    context.exit(EXIT.failed);
  }
}

function printVerdict(verdict: JournalVerdict, ok: boolean): string {
  const { count, frames, head, divergence } = verdict;
  const lines =
    divergence === undefined
      ? [
          `${ok ? "PASS" : "FAIL"}  ${count} rows, ${frames} frames, head ${head || "(empty)"}`,
          ...notes(verdict),
        ]
      : [
          `FAIL  ${divergence.reason}`,
          `  expected  ${printable(divergence.expected)}`,
          `  actual    ${printable(divergence.actual)}`,
          `  ${count} rows before it are as they were written`,
        ];
  return `${lines.join("\n")}\n`;
}

function notes({ sealed, isClosed, tail }: JournalVerdict): readonly string[] {
  if (sealed === undefined) {
    return ["  no second seal: changed times and a cut end would not be seen"];
  }
  const { rows, tornBytes } = tail;
  return [
    ...(rows > 0 ? [`  ${rows} rows behind the last seal: whole, but never acknowledged`] : []),
    ...(tornBytes > 0 ? [`  ${tornBytes} bytes of a torn last line: never acknowledged, and lost`] : []),
    ...(isClosed ? [] : ["  not closed: its writer was stopped, or is still writing"]),
  ];
}
