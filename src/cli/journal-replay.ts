import { printable } from "../engine/report/printable.js";
import { Fault } from "../fault.js";
import { framesOf } from "../journal/journal-reader.js";
import { openJournal } from "../journal/journal-writer.js";
import { lifecycleOf } from "../journal/lifecycle/lifecycle.js";
import { driveLines } from "../journal/published/drive.js";
import { openPublishedJournal } from "../journal/published/published-journal.js";
import { type RefusedLine, readTrace, recordTrace } from "../journal/record-trace.js";
import { replayJournal } from "../journal/replay-journal.js";
import { verifyJournal } from "../journal/verify-journal.js";
import type { CliContext } from "./command.js";
import { EXIT } from "./exit-code.js";

interface ReplayFlags {
  readonly journal?: string;
  readonly published: boolean;
  readonly json: boolean;
}

/** `journal replay`: a journal is judged again, a trace is journaled. */
export function replayFile(context: CliContext, file: string, flags: ReplayFlags): void {
  const { journal, published, json } = flags;
  if (journal !== undefined) {
    const { refused, count, head } = published ? recordPublished(file, journal) : record(file, journal);
    if (json) process.stdout.write(`${JSON.stringify({ count, head, refused })}\n`);
    else {
      for (const { number, refusal } of refused) {
        process.stderr.write(
          printable(`refused line ${number}: ${refusal.code} ${refusal.message}`).concat("\n"),
        );
      }
      process.stderr.write(`${count} rows, ${refused.length} lines refused, head ${head}\n`);
    }
    return;
  }
  if (published) throw new Fault("usage", "--published says how to write: name a file with --journal");
  replay(context, file, json);
}

function replay(context: CliContext, file: string, json: boolean): void {
  const replayed = replayJournal(file);
  const { turns, frames, head } = replayed;
  // Frames that are judged as before say nothing about a row that was edited: its hashes do.
  const divergence = replayed.divergence ?? verifyJournal(file, { withoutSeal: true }).divergence;
  if (divergence !== undefined) context.exit(EXIT.failed);
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ ok: divergence === undefined, ...replayed, ...(divergence !== undefined && { divergence }), steps: [...stepsOf(file)] })}\n`,
    );
    return;
  }
  for (const { seq, text } of stepsOf(file)) process.stdout.write(`${seq}  ${printable(text)}\n`);
  if (divergence !== undefined) {
    const { reason, expected, actual } = divergence;
    process.stderr.write(
      `FAIL  ${reason}\n  expected  ${printable(expected)}\n  actual    ${printable(actual)}\n`,
    );
  }
  process.stderr.write(`${frames} frames, ${turns.length} turns ended, head ${head || "(empty)"}\n`);
}

function stepsOf(file: string): Iterable<{ readonly seq: number; readonly text: string }> {
  return lifecycleOf(framesOf(file));
}

interface Recorded {
  readonly refused: readonly RefusedLine[];
  readonly count: number;
  readonly head: string;
}

function record(trace: string, file: string): Recorded {
  // A trace that cannot be read must not leave an empty journal behind.
  const lines = [...readTrace(trace)];
  const journal = openJournal({ file, recordRefusals: true });
  try {
    const refused = recordTrace(lines, journal);
    return { refused, count: journal.count, head: journal.head };
  } finally {
    journal.close();
  }
}

/** The published journal holds what the agent sent, up to the first end of a turn; it has no row for what is missing. */
function recordPublished(trace: string, file: string): Recorded {
  const lines = [...readTrace(trace)].flatMap((read) =>
    "gap" in read || read.direction !== "a2c" ? [] : [read.line],
  );
  const journal = openPublishedJournal({ file });
  try {
    const { refusal } = driveLines(lines, journal);
    const { count, head } = journal;
    return { refused: refusal === undefined ? [] : [{ number: count + 1, refusal }], count, head };
  } finally {
    journal.close();
  }
}
