import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { Outgoing } from "./delivery/outgoing.js";
import type { Sink } from "./delivery/sink.js";
import { Subscriber, type Subscription } from "./delivery/subscriber.js";
import { type EventText, positionOf } from "./event/event.js";
import type { Limits } from "./limits.js";
import { ReplayBuffer } from "./replay/replay-buffer.js";
import { keyOf } from "./replay/session-buffer.js";
import type { SessionLog } from "./session-log.js";

/** A batch is taken in pieces of this share of what a subscriber may leave unread. */
const SLICES = 4;
/** How long a piece waits for those who read. */
const PATIENCE_MS = 50;

/** Where events come together: each is kept, logged and sent on, once. */
export class Hub {
  readonly buffer: ReplayBuffer;
  readonly #limits: Limits;
  readonly #log: SessionLog | undefined;
  readonly #subscribers = new Set<Subscriber>();
  /** Events without a position that were seen lately. */
  readonly #unplaced = new Set<string>();

  constructor(limits: Limits, log?: SessionLog) {
    this.#limits = limits;
    this.#log = log;
    this.buffer = new ReplayBuffer(limits);
  }

  get subscribers(): number {
    return this.#subscribers.size;
  }

  /** Takes events in their order; those that came before are passed over. */
  ingest(texts: readonly EventText[]): void {
    for (const text of texts) {
      if (!this.#isNew(text)) continue;
      this.#log?.append(text);
      const outgoing = new Outgoing(text);
      for (const subscriber of this.#subscribers) subscriber.deliver(outgoing);
    }
  }

  /**
   * Takes a batch of any size, as fast as subscribers read who do read: a long batch taken at once would look to each of
   * them as if it were slow.
   */
  async ingestBatch(texts: readonly EventText[]): Promise<void> {
    const slice = this.#limits.dropAtBytes / SLICES;
    let characters = 0;
    for (const text of texts) {
      this.ingest([text]);
      characters += text.json.length;
      if (characters < slice) continue;
      characters = 0;
      await this.#breath();
    }
  }

  /** Begins to send a subscriber what it asks for. */
  subscribe(sink: Sink, subscription: Subscription): Subscriber {
    const subscriber = new Subscriber(sink, subscription, this.buffer, this.#limits);
    this.#subscribers.add(subscriber);
    subscriber.begin().catch(() => this.unsubscribe(subscriber));
    return subscriber;
  }

  /** Sends a subscriber nothing more. */
  unsubscribe(subscriber: Subscriber): void {
    subscriber.close();
    this.#subscribers.delete(subscriber);
  }

  async #breath(): Promise<void> {
    await setImmediate();
    const behind = [...this.#subscribers].filter(({ isCatchingUp }) => isCatchingUp);
    if (behind.length === 0) return;
    const patience = new AbortController();
    const { signal } = patience;
    const drained = Promise.all(behind.map(async ({ sink }) => await sink.drained()));
    await Promise.race([drained, delay(PATIENCE_MS, undefined, { signal }).catch(() => undefined)]);
    patience.abort();
  }

  #isNew(text: EventText): boolean {
    const position = positionOf(text.event);
    if (position !== undefined) return this.buffer.add(text, position.session);
    const key = keyOf(text.event);
    if (this.#unplaced.has(key)) return false;
    this.#unplaced.add(key);
    const [oldest] = this.#unplaced;
    if (this.#unplaced.size > this.#limits.bufferEvents && oldest !== undefined)
      this.#unplaced.delete(oldest);
    return true;
  }
}
