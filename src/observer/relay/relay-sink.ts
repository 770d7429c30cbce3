import type { AepEvent, EventSink } from "../event/event.js";
import { EventQueue, type QueuedEvent } from "./event-queue.js";
import { postEvents, type RelayAddress } from "./post.js";

const BATCH_EVENTS = 200;
const BATCH_LENGTH = 1_048_576;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/**
 * Sends events to an AEP relay, one batch after the other, each until it is taken: what arrives is in order, and what is
 * sent again has the same ids. A relay that is away costs a bounded queue and nothing else.
 */
export class RelaySink implements EventSink {
  readonly #address: RelayAddress;
  readonly #failed: (reason: string) => void;
  readonly #queue = new EventQueue();
  #sending: Promise<void> | undefined;
  #waitMs = FIRST_WAIT_MS;
  /** Nothing has arrived since the last failure, or ever. */
  #isAway = true;
  #isClosing = false;
  #wake: () => void = () => undefined;
  #rejected = 0;

  /** `failed` is told when events stop arriving, and what of them was refused. */
  constructor(address: RelayAddress, failed: (reason: string) => void) {
    this.#address = address;
    this.#failed = failed;
  }

  event(event: AepEvent): void {
    this.#queue.push(event);
  }

  flush(): void {
    if (this.#queue.size === 0) return;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  takeDropped(): { readonly sink: string; readonly events: number } {
    // As long as nothing arrives, the event that tells it would only push out others.
    if (this.#isAway) return { sink: "relay", events: 0 };
    const events = this.#queue.dropped + this.#rejected;
    this.#queue.dropped = 0;
    this.#rejected = 0;
    return { sink: "relay", events };
  }

  /** Whoever waits for this has a limit of its own: it resolves when all is sent. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#wake();
    this.flush();
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    let limit = BATCH_EVENTS;
    while (this.#queue.size > 0) {
      const batch = this.#queue.take(limit, BATCH_LENGTH);
      const { status, body } = await postEvents(this.#address, batch.map(({ text }) => `${text}\n`).join(""));
      limit = BATCH_EVENTS;
      if (isTemporary(status)) {
        if (this.#waitMs === FIRST_WAIT_MS)
          this.#failed(`Cannot send events to the relay: ${reason(status)}`);
        this.#isAway = true;
        this.#queue.putBack(batch);
        await this.#wait();
        continue;
      }
      if (status === 413 && batch.length > 1) {
        this.#queue.putBack(batch);
        limit = Math.ceil(batch.length / 2);
      } else if (status < 200 || status > 299) this.#refused(batch, status, body);
      this.#isAway = false;
      this.#waitMs = FIRST_WAIT_MS;
    }
  }

  /** An event is refused for good. With its line, those before it were taken and those after it may be. */
  #refused(batch: readonly QueuedEvent[], status: number, body: string): void {
    const line = status === 400 ? lineOf(body) : undefined;
    const isKnown = line !== undefined && line >= 1 && line <= batch.length;
    this.#rejected += isKnown ? 1 : batch.length;
    this.#failed(`The relay refuses ${isKnown ? 1 : batch.length} event(s): ${reason(status)}`);
    if (isKnown) this.#queue.putBack(batch.slice(line));
  }

  async #wait(): Promise<void> {
    const ms = this.#isClosing ? FIRST_WAIT_MS : this.#waitMs;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, ms);
    });
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
  }
}

function reason(status: number): string {
  return status === 0 ? "no answer" : `status ${status}`;
}

/** No answer, too many requests, or trouble on the relay's side. */
function isTemporary(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** The member `line` of an `invalid-event` answer, counted from 1. */
function lineOf(body: string): number | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const line = typeof value === "object" && value !== null && "line" in value ? value.line : undefined;
    return Number.isSafeInteger(line) ? Number(line) : undefined;
  } catch {
    return undefined;
  }
}
