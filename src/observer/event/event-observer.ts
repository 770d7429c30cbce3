import { isUtf8 } from "node:buffer";
import { monotonicFactory } from "ulid";
import {
  endConnection,
  frameOfText,
  initialState,
  type MappingState,
  mapSession,
  type SessionEvent,
  type SessionOptions,
} from "../../mapping/mapping.js";
import type { JsonObject } from "../../wire/message.js";
import type { EpochStore } from "../epoch/epoch-store.js";
import type { ObservationSink, ObservedGap, ObservedLine } from "../observed.js";
import type { SessionSecrets } from "../redaction/session-secrets.js";
import type { EventSink } from "./event.js";
import { SessionSeal } from "./session-seal.js";

export interface EventObserverOptions {
  readonly mapping: Omit<SessionOptions, "mint">;
  readonly sinks: readonly EventSink[];
  readonly store: EpochStore;
  /** Name of this machine, for `source`. */
  readonly host: string;
  /** When the clock of the observed lines was zero, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Learns from each message before it is mapped, and hides in each event what it knows. */
  readonly secrets?: SessionSecrets;
  /** Is told what a user should look after. */
  readonly warn?: (text: string) => void;
}

/** What a sink or the tee left out, told as an event of the session that was active last. */
const NOTICE = { severity: "notice", capture: "metadata" } as const;

/**
 * Sessions whose place in the order of events is remembered, besides those that the mapping remembers, whose runs must keep
 * their names. Of the others, the one that was not used for longest begins a new epoch.
 */
const MOST_SESSIONS = 1_024;

/** Lines → messages → mapping → events in envelopes. Whatever a line says, nothing throws and nothing waits. */
export class EventObserver implements ObservationSink {
  readonly #options: EventObserverOptions;
  readonly #mapping: SessionOptions;
  readonly #state: MappingState = initialState();
  readonly #seals = new Map<string, SessionSeal>();
  readonly #ulid = monotonicFactory();
  #time: number;
  /** Not told yet, because no session is known. */
  #untold: ObservedGap[] = [];

  constructor(options: EventObserverOptions) {
    this.#options = options;
    this.#time = options.startedAt;
    this.#mapping = { ...options.mapping, mint: () => this.#ulid(this.#time) };
  }

  line({ direction, line, micros }: ObservedLine): void {
    this.#setTime(micros);
    const { bytes, cutBytes, eol } = line;
    if (cutBytes > 0) {
      this.gap({ direction, micros, lines: 1, bytes: bytes.length + cutBytes + eol.length });
      return;
    }
    const frame = isUtf8(bytes) ? frameOfText(direction, bytes.toString("utf8")) : undefined;
    if (frame === undefined) return;
    this.#options.secrets?.learn(direction, frame.message);
    this.#emit(mapSession(this.#state, frame, this.#mapping)[1]);
    if (this.#untold.length > 0) this.#tellGaps();
  }

  gap(gap: ObservedGap): void {
    this.#setTime(gap.micros);
    const same = this.#untold.find(({ direction }) => direction === gap.direction);
    const rest = this.#untold.filter((other) => other !== same);
    const lines = gap.lines === undefined ? same?.lines : gap.lines + (same?.lines ?? 0);
    const bytes = gap.bytes + (same?.bytes ?? 0);
    this.#untold = [...rest, { ...gap, lines, bytes }];
    this.#tellGaps();
  }

  flush(): void {
    this.#tellDropped();
    for (const sink of this.#options.sinks) sink.flush();
  }

  async close(): Promise<void> {
    this.#emit(endConnection(this.#state, this.#mapping)[1]);
    this.flush();
    await this.#closeSinks();
    // A relay that came back only now has not been told what it missed.
    if (this.#tellDropped()) await this.#closeSinks();
  }

  async #closeSinks(): Promise<void> {
    await Promise.all(this.#options.sinks.map(async (sink) => await sink.close()));
  }

  /** True when something was told. */
  #tellDropped(): boolean {
    let isTold = false;
    for (const sink of this.#options.sinks) {
      const { sink: name, events } = sink.takeDropped();
      if (events > 0) isTold = this.#tell("x.acp-assay.events.dropped", { sink: name, events }) || isTold;
    }
    return isTold;
  }

  #tellGaps(): void {
    this.#untold = this.#untold.filter(({ direction, lines, bytes }) => {
      const data: JsonObject = lines === undefined ? { direction, bytes } : { direction, lines, bytes };
      return !this.#tell("x.acp-assay.lines.dropped", data);
    });
  }

  /** False when there is no session yet whose event this could be. */
  #tell(type: string, data: JsonObject): boolean {
    const session = this.#state.latestSession?.id;
    if (session === undefined) return false;
    this.#emit([{ ...NOTICE, type, data, session, key: this.#ulid(this.#time) }]);
    return true;
  }

  #emit(events: readonly SessionEvent[]): void {
    const { secrets } = this.#options;
    for (const shown of events) {
      const event = secrets === undefined ? shown : { ...shown, data: secrets.hide(shown.data) };
      const sealed = this.#sealOf(event.session).seal(event, this.#time);
      if (sealed !== undefined) for (const sink of this.#options.sinks) sink.event(sealed);
    }
  }

  #sealOf(session: string): SessionSeal {
    const known = this.#seals.get(session);
    const seal = known ?? this.#newSeal(session);
    this.#seals.delete(session);
    this.#seals.set(session, seal);
    if (known === undefined && this.#seals.size > 2 * MOST_SESSIONS) this.#forgetSeals();
    return seal;
  }

  #newSeal(session: string): SessionSeal {
    const { host, store, warn } = this.#options;
    const seal = new SessionSeal(session, host, store);
    if (seal.isEpochHigh) {
      warn?.(
        `Session ${JSON.stringify(session)} is in epoch ${seal.epoch}: from 8192 on relays lose the order of its events`,
      );
    }
    return seal;
  }

  /** The mapping remembers no more than half of them, so that this is not needed again soon. */
  #forgetSeals(): void {
    const { sessions } = this.#state;
    const idle = [...this.#seals.keys()].slice(0, -1).filter((session) => !sessions.has(session));
    for (const session of idle.slice(0, MOST_SESSIONS / 2)) this.#seals.delete(session);
  }

  #setTime(micros: number): void {
    this.#time = Math.floor(this.#options.startedAt + micros / 1_000);
  }
}
