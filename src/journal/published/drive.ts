import type { Line } from "../../wire/line-splitter.js";
import type { JournalRefusal } from "../frame/refusal.js";
import type { PublishedJournal } from "./published-journal.js";

/** What became of a session that the published driver read. */
export interface DrivenSession {
  /** It ended, and not with an error. */
  readonly ok: boolean;
  readonly terminal: boolean;
  /** Empty where it did not end. */
  readonly stopReason: string;
  /** Why the reading stopped before its end. */
  readonly refusal?: JournalRefusal;
}

/**
 * Journals an agent's lines until the first that ends a turn or is no frame: blank lines count for nothing, and what
 * follows is not looked at.
 */
export function driveLines(lines: Iterable<Line>, journal: PublishedJournal): DrivenSession {
  for (const line of lines) {
    const refusal = journal.append(line);
    if (refusal !== undefined) return { ok: false, terminal: false, stopReason: "", refusal };
    const { isTerminal, stopReason } = journal.lastEnd;
    if (isTerminal) return { ok: stopReason !== "error", terminal: true, stopReason };
  }
  return { ok: false, terminal: false, stopReason: "" };
}
