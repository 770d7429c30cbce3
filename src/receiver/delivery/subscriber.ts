import { setImmediate } from "node:timers/promises";
import type { CaptureLevel, ReceivedEvent } from "../event/event.js";
import { type Filter, isWanted } from "../event/filter.js";
import type { Limits } from "../limits.js";
import type { Replay, ReplayBuffer, ReplayStart } from "../replay/replay-buffer.js";
import { Outgoing } from "./outgoing.js";
import type { Sink } from "./sink.js";

/** A replay runs this far ahead of its reader. */
const REPLAY_AHEAD_BYTES = 64 * 1024;
/** After so many events of a replay others have their turn. */
const BREATH_EVENTS = 500;

/** What a subscriber asked for. */
export interface Subscription {
  readonly filter: Filter;
  readonly ceiling: CaptureLevel;
  readonly start?: ReplayStart;
  /** Whether it stays for what comes after the replay. */
  readonly isLive: boolean;
}

/**
 * Sends one subscriber what it asked for: the past at its own pace, then what comes. While it catches up, nothing is held
 * for it: what came meanwhile is in the replay buffer. Later its unread bytes are bounded: beyond `dropAtBytes` it gets
 * nothing below severity notice, beyond `disconnectAtBytes` nothing more at all.
 */
export class Subscriber {
  readonly sink: Sink;
  readonly #subscription: Subscription;
  readonly #buffer: ReplayBuffer;
  readonly #limits: Limits;
  #isLive = false;
  #isSlow = false;
  #isClosed = false;
  /** What has no position came during the replay: it is in no buffer. */
  #held: Outgoing[] = [];
  #sent = 0;
  #dropped = 0;

  constructor(sink: Sink, subscription: Subscription, buffer: ReplayBuffer, limits: Limits) {
    this.sink = sink;
    this.#subscription = subscription;
    this.#buffer = buffer;
    this.#limits = limits;
  }

  get sent(): number {
    return this.#sent;
  }

  /** Events that it was not sent since it read too slowly. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Whether it has read all that it was sent until lately, and has something left to read. */
  get isCatchingUp(): boolean {
    return !this.#isClosed && !this.#isSlow && this.#isLive && this.sink.backlogBytes() > 0;
  }

  /** Sends the past, and then lets `deliver` through. */
  async begin(): Promise<void> {
    const { start, isLive } = this.#subscription;
    if (start !== undefined) {
      let next = this.#buffer.replay(start);
      await this.#sendReplay(next);
      // Nothing may wait between this look at the newest event and the moment from which events are delivered.
      while (!this.#isClosed && isLive && next.ordinal < this.#buffer.ordinal) {
        next = this.#buffer.since(next.ordinal);
        await this.#sendReplay(next);
      }
    }
    if (this.#isClosed) return;
    if (start !== undefined || !isLive) this.sink.replayComplete();
    this.#isLive = isLive;
    for (const outgoing of this.#held) this.deliver(outgoing);
    this.#held = [];
    if (isLive) return;
    this.close();
    this.sink.end();
  }

  /** Sends an event that has just come, unless it is not wanted or the subscriber is too slow. */
  deliver(outgoing: Outgoing): void {
    if (this.#isClosed) return;
    if (!this.#isLive) {
      const isKept = outgoing.event.seq !== undefined;
      if (!isKept && this.#held.length < this.#limits.bufferEvents) this.#held.push(outgoing);
      return;
    }
    if (!this.#wants(outgoing.event)) return;
    const backlog = this.sink.backlogBytes();
    const isOver = backlog > this.#limits.dropAtBytes;
    this.#isSlow = isOver || (this.#isSlow && backlog > this.#limits.dropAtBytes / 2);
    if (backlog > this.#limits.disconnectAtBytes) {
      this.#dropped += 1;
      this.close();
      this.sink.tooSlow();
    } else if (isOver && outgoing.isExpendable) this.#dropped += 1;
    else this.#send(outgoing);
  }

  /** Ends it: nothing is sent any more. */
  close(): void {
    this.#isClosed = true;
    this.#held = [];
  }

  async #sendReplay({ events, exhausted }: Replay): Promise<void> {
    for (const first of exhausted) this.sink.replayExhausted(first);
    for (const [index, { json }] of events.entries()) {
      if (index % BREATH_EVENTS === BREATH_EVENTS - 1) await setImmediate();
      if (this.sink.backlogBytes() > REPLAY_AHEAD_BYTES) await this.#drained();
      if (this.#isClosed) return;
      // What is kept was checked before.
      const event = JSON.parse(json) as ReceivedEvent;
      if (!this.#wants(event)) continue;
      this.#send(new Outgoing({ event, json }));
    }
  }

  async #drained(): Promise<void> {
    const late = setTimeout(() => {
      this.close();
      this.sink.tooSlow();
    }, this.#limits.stallMs);
    await this.sink.drained();
    clearTimeout(late);
  }

  #send(outgoing: Outgoing): void {
    this.sink.send(outgoing, this.#subscription.ceiling);
    this.#sent += 1;
  }

  #wants(event: ReceivedEvent): boolean {
    return this.#subscription.filter.size === 0 || isWanted(this.#subscription.filter, event);
  }
}
