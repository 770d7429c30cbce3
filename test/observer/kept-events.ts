import { EpochStore } from "../../src/observer/epoch/epoch-store.js";
import type { AepEvent, EventSink } from "../../src/observer/event/event.js";
import { EventObserver, type EventObserverOptions } from "../../src/observer/event/event-observer.js";
import type { Direction } from "../../src/wire/direction.js";

/** Keeps the events that it is shown. */
export class KeptEvents implements EventSink {
  readonly events: AepEvent[] = [];
  dropped = 0;

  event(event: AepEvent): void {
    this.events.push(event);
  }

  flush(): void {
    // Nothing is gathered.
  }

  takeDropped(): { readonly sink: string; readonly events: number } {
    const events = this.dropped;
    this.dropped = 0;
    return { sink: "relay", events };
  }

  async close(): Promise<void> {
    // Nothing is gathered.
  }
}

/** An observer that keeps no state on disk, unless it is given another store. */
export function observerInto(kept: KeptEvents, options: Partial<EventObserverOptions> = {}): EventObserver {
  return new EventObserver({
    mapping: {},
    sinks: [kept],
    store: new EpochStore("/proc/none"),
    host: "here",
    startedAt: Date.UTC(2026, 0, 1),
    ...options,
  });
}

/** Shows the observer one line. */
export function show(observer: EventObserver, direction: Direction, text: string, micros = 0): void {
  observer.line({ direction, micros, line: { bytes: Buffer.from(text), eol: "\n", cutBytes: 0 } });
}
