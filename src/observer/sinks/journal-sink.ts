import type { JournalWriter } from "../../journal/journal-writer.js";
import type { ObservationSink, ObservedGap, ObservedLine } from "../observed.js";

/** Text that waits for a flush beyond this is written at once. */
const BATCH_BYTES = 262_144;

/** After a journal could not be opened, so long passes before it is tried again. */
const RETRY_MS = 1_000;

/** Opens the journal of this session; throws where that cannot be. */
export type OpenJournal = () => JournalWriter;

/**
 * Keeps a journal of the session. A frame that is refused becomes a row of its own; a journal that cannot be opened or
 * written is tried again, and says what it lacks once it can.
 */
export class JournalSink implements ObservationSink {
  readonly #open: OpenJournal;
  readonly #failed: (error: unknown) => void;
  #journal: JournalWriter | undefined;
  #retryAt = 0;
  #missed: ObservedGap[] = [];

  constructor(open: OpenJournal, failed: (error: unknown) => void) {
    this.#open = open;
    this.#failed = failed;
  }

  line(observed: ObservedLine): void {
    const { direction, line, micros } = observed;
    const journal = this.#opened();
    if (journal === undefined) {
      this.#miss({ direction, micros, lines: 1, bytes: line.bytes.length + line.eol.length + line.cutBytes });
      return;
    }
    journal.append(direction, line);
    if (journal.pendingBytes > BATCH_BYTES) this.flush();
  }

  gap(gap: ObservedGap): void {
    const journal = this.#opened();
    if (journal === undefined) this.#miss(gap);
    else journal.note({ ...gap, lines: gap.lines ?? 0 });
  }

  flush(): void {
    try {
      this.#journal?.flush();
    } catch (error) {
      // The writer itself counts what was lost, and says so in the next row that it can write.
      this.#failed(error);
    }
  }

  async close(): Promise<void> {
    try {
      this.#journal?.close();
    } catch (error) {
      this.#failed(error);
    }
  }

  #opened(): JournalWriter | undefined {
    if (this.#journal !== undefined || performance.now() < this.#retryAt) return this.#journal;
    try {
      this.#journal = this.#open();
      for (const gap of this.#missed.splice(0)) this.#journal.note({ ...gap, lines: gap.lines ?? 0 });
    } catch (error) {
      this.#retryAt = performance.now() + RETRY_MS;
      this.#failed(error);
    }
    return this.#journal;
  }

  #miss({ direction, micros, lines, bytes }: ObservedGap): void {
    const same = this.#missed.findIndex((gap) => gap.direction === direction);
    const [before] = same === -1 ? [] : this.#missed.splice(same, 1);
    const sum = {
      direction,
      micros,
      lines: (lines ?? 0) + (before?.lines ?? 0),
      bytes: bytes + (before?.bytes ?? 0),
    };
    this.#missed.push(sum);
  }
}
