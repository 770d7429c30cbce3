import type { EpochStore } from "../observer/epoch/epoch-store.js";
import type { EventSink } from "../observer/event/event.js";
import { type EventPosture, eventMapping } from "../observer/event/event-mapping.js";
import { EventObserver } from "../observer/event/event-observer.js";
import { SessionSecrets } from "../observer/redaction/session-secrets.js";
import type { Direction } from "../wire/direction.js";
import type { Line } from "../wire/line-splitter.js";
import type { OpenTraffic, TapOpening, TapTraffic } from "./tap-traffic.js";

export interface ObservedTapsOptions extends EventPosture {
  readonly store: EpochStore;
  /** Values that never appear in an event. */
  readonly secrets: readonly string[];
  /** Name of this machine, for the source of events. */
  readonly host: string;
  /** Is told what a user should look after. */
  readonly warn: (text: string) => void;
}

/** Makes events of the traffic that tees hand over, as a tee with an observer of its own would. */
export function observeTaps(options: ObservedTapsOptions): OpenTraffic {
  return (opening) => new ObservedTap(openObserver(opening, options));
}

function openObserver(opening: TapOpening, options: ObservedTapsOptions): EventObserver {
  const { store, host, warn } = options;
  const secrets = new SessionSecrets(options.secrets);
  const sink: EventSink = {
    event: (event) => opening.publish(event),
    flush: () => undefined,
    takeDropped: () => ({ sink: "receiver", events: 0 }),
    close: async () => undefined,
  };
  return new EventObserver({
    mapping: eventMapping(options, secrets),
    secrets,
    sinks: [sink],
    store,
    host,
    startedAt: opening.startedAtMs,
    warn,
  });
}

class ObservedTap implements TapTraffic {
  readonly #observer: EventObserver;
  #micros = 0;

  constructor(observer: EventObserver) {
    this.#observer = observer;
  }

  line(direction: Direction, line: Line, micros: number): void {
    this.#micros = micros;
    this.#observer.line({ direction, line, micros });
  }

  dropped(direction: Direction, bytes: bigint): void {
    this.#observer.gap({ direction, micros: this.#micros, lines: undefined, bytes: Number(bytes) });
  }

  ended(): void {
    // Its one sink has nothing to wait for.
    void this.#observer.close();
  }
}
