import type { AepEvent } from "../event/event.js";

/** An event as it is sent: one line, without its end. */
export interface QueuedEvent {
  readonly text: string;
  readonly isMinor: boolean;
}

const MOST_EVENTS = 1_000;
const MOST_LENGTH = 4_194_304;

/** Events that wait to be sent. When it is full, those of least severity go first, and among them the oldest. */
export class EventQueue {
  readonly #events: QueuedEvent[] = [];
  #length = 0;
  #minors = 0;
  /** How many had to go. */
  dropped = 0;

  get size(): number {
    return this.#events.length;
  }

  push(event: AepEvent): void {
    const isMinor = event.severity === "debug" || event.severity === "info";
    const queued = { text: JSON.stringify(event), isMinor };
    this.#events.push(queued);
    this.#count([queued]);
  }

  /** Takes the oldest events out, of at most so many characters but at least one. */
  take(count: number, length: number): readonly QueuedEvent[] {
    let total = 0;
    const end = this.#events.findIndex((event, index) => {
      total += event.text.length + 1;
      return index >= count || (index > 0 && total > length);
    });
    const taken = this.#events.splice(0, end === -1 ? this.#events.length : end);
    for (const event of taken) this.#forget(event);
    return taken;
  }

  /** Gives back what was taken out last and not sent. */
  putBack(events: readonly QueuedEvent[]): void {
    this.#events.unshift(...events);
    this.#count(events);
  }

  #count(added: readonly QueuedEvent[]): void {
    for (const { text, isMinor } of added) {
      this.#length += text.length;
      if (isMinor) this.#minors += 1;
    }
    while (this.#events.length > MOST_EVENTS || this.#length > MOST_LENGTH) this.#dropOne();
  }

  #dropOne(): void {
    const place = this.#minors > 0 ? this.#events.findIndex(({ isMinor }) => isMinor) : 0;
    const [event] = this.#events.splice(place, 1);
    if (event === undefined) return;
    this.dropped += 1;
    this.#forget(event);
  }

  #forget({ text, isMinor }: QueuedEvent): void {
    this.#length -= text.length;
    if (isMinor) this.#minors -= 1;
  }
}
