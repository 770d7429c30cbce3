import { comparePlaces, type EventText } from "../event/event.js";

/** An event that is kept for replay. Only its text is: the parsed event would take several times its room. */
export interface Kept {
  readonly json: string;
  readonly epoch: number;
  readonly seq: number;
  /** Its number among all events that the receiver took, in the order in which they came. */
  readonly ordinal: number;
}

interface Place {
  readonly epoch: number;
  readonly seq: number;
}

/** The newest events of one session, in the order of their positions, and which of them were known already. */
export class SessionBuffer {
  readonly #maxEvents: number;
  readonly #seen = new Set<string>();
  readonly #kept: Kept[] = [];
  #bytes = 0;
  #newestOrdinal = 0;
  #trimmed: Place | undefined;
  #trimmedOrdinal = 0;

  constructor(maxEvents: number) {
    this.#maxEvents = maxEvents;
  }

  /** In the order of their positions. */
  get kept(): readonly Kept[] {
    return this.#kept;
  }

  /** Bytes of JSON that are kept, more or less: characters are counted. */
  get bytes(): number {
    return this.#bytes;
  }

  get newestOrdinal(): number {
    return this.#newestOrdinal;
  }

  /** The highest position that is gone. */
  get trimmed(): Place | undefined {
    return this.#trimmed;
  }

  /** The highest ordinal that is gone; 0 where nothing is. */
  get trimmedOrdinal(): number {
    return this.#trimmedOrdinal;
  }

  /** Takes over what an earlier buffer of the same session had lost. */
  inherit(place: Place, ordinal: number): void {
    this.#trimmed = place;
    this.#trimmedOrdinal = ordinal;
  }

  /** Whether an event with this source and id came before. */
  has({ event }: EventText): boolean {
    return this.#seen.has(keyOf(event));
  }

  /** Keeps an event at its place, and lets go of the first ones when there are too many. */
  add({ event, json }: EventText, ordinal: number): void {
    this.#remember(keyOf(event));
    const entry: Kept = { json, epoch: event.epoch ?? 0, seq: event.seq ?? 0, ordinal };
    let place = this.#kept.length;
    for (; place > 0; place -= 1) {
      const before = this.#kept[place - 1];
      if (before === undefined || comparePlaces(before, entry) <= 0) break;
    }
    if (place === this.#kept.length) this.#kept.push(entry);
    else this.#kept.splice(place, 0, entry);
    this.#bytes += json.length;
    this.#newestOrdinal = ordinal;
    if (this.#kept.length > this.#maxEvents) this.trim(1);
  }

  /** Lets go of the first `count` events. */
  trim(count: number): void {
    for (const entry of this.#kept.splice(0, count)) {
      this.#bytes -= entry.json.length;
      this.#trimmedOrdinal = Math.max(this.#trimmedOrdinal, entry.ordinal);
      if (this.#trimmed === undefined || comparePlaces(entry, this.#trimmed) > 0) this.#trimmed = entry;
    }
  }

  #remember(key: string): void {
    this.#seen.add(key);
    if (this.#seen.size <= this.#maxEvents * 2) return;
    const [oldest] = this.#seen;
    if (oldest !== undefined) this.#seen.delete(oldest);
  }
}

/** What makes an event the same event again. */
export function keyOf({ source, id }: { readonly source: string; readonly id: string }): string {
  return `${source}\n${id}`;
}
