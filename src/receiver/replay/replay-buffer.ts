import { comparePlaces, type EventText, type Position } from "../event/event.js";
import type { Limits } from "../limits.js";
import { type Kept, SessionBuffer } from "./session-buffer.js";

/** Where a subscriber wants to begin: everything kept, behind positions of some sessions, or behind the last it saw. */
export type ReplayStart =
  | { readonly kind: "all" }
  | { readonly kind: "positions"; readonly positions: readonly Position[] }
  | { readonly kind: "last-seen"; readonly position: Position };

/** What there is to replay, in the order in which it came. */
export interface Replay {
  readonly events: readonly Kept[];
  /** Sessions of which something that was asked for is gone, each with the first position that is still there. */
  readonly exhausted: readonly Position[];
  /** The newest event of the receiver at this moment. */
  readonly ordinal: number;
}

/** The newest events of the sessions that were written to most recently, bounded in every way. */
export class ReplayBuffer {
  readonly #limits: Limits;
  /** The session written to least recently is first. */
  readonly #sessions = new Map<string, SessionBuffer>();
  /** What sessions had that are no longer kept, as many as sessions may be kept. */
  readonly #evicted = new Map<string, { readonly last: Kept; readonly ordinal: number }>();
  #bytes = 0;
  #ordinal = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** How many events were kept so far: the ordinal of the newest. */
  get ordinal(): number {
    return this.#ordinal;
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  /** Keeps an event; false where it was there before. */
  add(text: EventText, session: string): boolean {
    const buffer = this.#sessions.get(session) ?? this.#open(session);
    if (buffer.has(text)) return false;
    this.#sessions.delete(session);
    this.#sessions.set(session, buffer);
    this.#ordinal += 1;
    const before = buffer.bytes;
    buffer.add(text, this.#ordinal);
    this.#bytes += buffer.bytes - before;
    this.#shrink(session, buffer);
    return true;
  }

  /** What a subscriber that begins here has to be sent. */
  replay(start: ReplayStart): Replay {
    switch (start.kind) {
      case "all":
        return this.#since(0, false);
      case "positions":
        return this.#behind(start.positions);
      case "last-seen":
        return this.#afterLastSeen(start.position);
    }
  }

  /** Everything that came after the event with this ordinal. */
  since(ordinal: number): Replay {
    return this.#since(ordinal, true);
  }

  #since(ordinal: number, tellsLosses: boolean): Replay {
    const events: Kept[] = [];
    const exhausted: Position[] = [];
    for (const [session, buffer] of this.#sessions) {
      if (buffer.newestOrdinal > ordinal) events.push(...buffer.kept.filter((one) => one.ordinal > ordinal));
      if (tellsLosses && buffer.trimmedOrdinal > ordinal) exhausted.push(firstKept(session, buffer));
    }
    for (const [session, { last, ordinal: gone }] of this.#evicted) {
      if (tellsLosses && gone > ordinal && !this.#sessions.has(session))
        exhausted.push({ session, ...placeOf(last) });
    }
    return { events: inOrder(events), exhausted, ordinal: this.#ordinal };
  }

  #behind(positions: readonly Position[]): Replay {
    const events: Kept[] = [];
    const exhausted: Position[] = [];
    for (const position of positions) {
      const buffer = this.#sessions.get(position.session);
      if (buffer === undefined) {
        exhausted.push(position);
        continue;
      }
      events.push(...buffer.kept.filter((one) => comparePlaces(one, position) > 0));
      if (isLostBehind(buffer, position)) exhausted.push(firstKept(position.session, buffer));
    }
    return { events: inOrder(events), exhausted, ordinal: this.#ordinal };
  }

  /**
   * A subscriber that comes back names one event, though it read many sessions. Events are sent in the order in which
   * they came, so all that came later is what it misses, in every session.
   */
  #afterLastSeen(position: Position): Replay {
    const buffer = this.#sessions.get(position.session);
    const seen = buffer?.kept.find((one) => comparePlaces(one, position) === 0);
    if (seen !== undefined) return this.#since(seen.ordinal, true);
    // It is gone, and with it its place among the others: all is sent, since twice is better than never, and whatever a
    // session has lost may have been missed.
    const all = this.#since(0, true);
    const isKnown = buffer !== undefined || this.#evicted.has(position.session);
    return isKnown ? all : { ...all, exhausted: [position, ...all.exhausted] };
  }

  #open(session: string): SessionBuffer {
    const buffer = new SessionBuffer(this.#limits.bufferEvents);
    const before = this.#evicted.get(session);
    if (before !== undefined) buffer.inherit(before.last, before.ordinal);
    this.#sessions.set(session, buffer);
    return buffer;
  }

  #shrink(current: string, buffer: SessionBuffer): void {
    while (this.#sessions.size > this.#limits.sessions) this.#evictFirst();
    while (this.#bytes > this.#limits.bufferBytes) {
      if (this.#sessions.size > 1) {
        this.#evictFirst();
        continue;
      }
      if (buffer.kept.length <= 1) return;
      const before = buffer.bytes;
      buffer.trim(1);
      this.#bytes += buffer.bytes - before;
    }
    this.#evicted.delete(current);
  }

  #evictFirst(): void {
    const [first] = this.#sessions;
    if (first === undefined) return;
    const [session, buffer] = first;
    this.#sessions.delete(session);
    this.#bytes -= buffer.bytes;
    const last = buffer.kept.at(-1);
    if (last !== undefined) this.#evicted.set(session, { last, ordinal: buffer.newestOrdinal });
    const [oldest] = this.#evicted.keys();
    if (this.#evicted.size > this.#limits.sessions && oldest !== undefined) this.#evicted.delete(oldest);
  }
}

function inOrder(events: Kept[]): Kept[] {
  return events.sort((first, second) => first.ordinal - second.ordinal);
}

function isLostBehind({ trimmed }: SessionBuffer, position: Position): boolean {
  return trimmed !== undefined && comparePlaces(trimmed, position) > 0;
}

function firstKept(session: string, { kept, trimmed }: SessionBuffer): Position {
  return { session, ...placeOf(kept[0] ?? trimmed ?? { epoch: 0, seq: 0 }) };
}

function placeOf({ epoch, seq }: { readonly epoch: number; readonly seq: number }): {
  epoch: number;
  seq: number;
} {
  return { epoch, seq };
}
