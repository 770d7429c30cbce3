import { frameOf, readRow, type StoredFrame } from "./chain/read-row.js";
import { EVENTS } from "./chain/row.js";
import { rowText } from "./chain/row-text.js";
import { sha256 } from "./chain/sha256.js";
import { JournalFault, journalFault } from "./file/journal-fault.js";
import { linesOf } from "./file/lines.js";

/** One row of a journal. */
export interface JournalEntry {
  /** Place among the rows, from 0. */
  readonly index: number;
  readonly event: string;
  /** The row as it is stored. */
  readonly text: string;
  /** Its frame, for rows that have one. */
  readonly frame?: StoredFrame;
}

/** A frame with its hash as it is, not as it is stored. */
export interface HashedFrame extends StoredFrame {
  readonly rehash: string;
}

/**
 * The rows of a journal, this project's or a published one; a torn last line is left out. Nothing is verified. Throws a
 * JournalFault when the file cannot be read or holds a line that is no row.
 */
export function* readJournal(file: string): Generator<JournalEntry, void, void> {
  let index = 0;
  let frames = 0;
  try {
    for (const { text: bytes, isTorn } of linesOf(file)) {
      const text = rowText(bytes);
      const row = text === undefined ? undefined : readRow(text);
      if (isTorn && row === undefined) return;
      if (row === undefined || row.event === "") {
        throw new JournalFault(
          "usage",
          `Cannot read journal ${JSON.stringify(file)}: line ${index + 1} is no row`,
        );
      }
      const frame = row.event === EVENTS.frame ? frameOf(row, frames) : undefined;
      if (frame !== undefined) frames += 1;
      yield { index, event: row.event, text: row.text, ...(frame === undefined ? {} : { frame }) };
      index += 1;
    }
  } catch (error) {
    throw error instanceof JournalFault ? error : journalFault("read", file, error);
  }
}

/** The frames of a journal, hashed anew. */
export function* framesOf(file: string): Generator<HashedFrame, void, void> {
  for (const { frame } of readJournal(file)) {
    if (frame !== undefined) yield { ...frame, rehash: sha256(frame.frame) };
  }
}
