import type { AepEvent, EventSink } from "../event/event.js";
import type { AppendFile } from "./append-file.js";

/** Characters that are gathered before they are written. */
const BATCH_LENGTH = 262_144;

/** Keeps events as JSON lines. */
export class EventFileSink implements EventSink {
  readonly #file: AppendFile;
  #batch: string[] = [];
  #batchLength = 0;
  #dropped = 0;
  #isFailing = false;

  constructor(file: AppendFile) {
    this.#file = file;
  }

  event(event: AepEvent): void {
    const text = JSON.stringify(event);
    this.#batch.push(text);
    this.#batchLength += text.length;
    if (this.#batchLength >= BATCH_LENGTH) this.flush();
  }

  flush(): void {
    if (this.#batch.length === 0) return;
    this.#isFailing = !this.#file.write(this.#batch);
    if (this.#isFailing) this.#dropped += this.#batch.length;
    this.#batch = [];
    this.#batchLength = 0;
  }

  takeDropped(): { readonly sink: string; readonly events: number } {
    // As long as nothing can be written, the event that tells it would be lost as well.
    const events = this.#isFailing ? 0 : this.#dropped;
    this.#dropped -= events;
    return { sink: "events", events };
  }

  async close(): Promise<void> {
    this.flush();
    this.#file.close();
  }
}
