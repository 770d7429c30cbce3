import type { SessionEvent } from "../../mapping/mapping.js";
import type { EpochStore } from "../epoch/epoch-store.js";
import { claimEpoch, type SessionEpoch } from "../epoch/session-epoch.js";
import type { AepEvent } from "./event.js";

/** From here on a relay is near the number above which it no longer sorts exactly. */
const WARN_EPOCH = 4_096;

/** What kind of agent an event is about; the bridge cannot know more. */
const AGENT = "acp";

/** Puts the events of one session into envelopes. */
export class SessionSeal {
  readonly #session: string;
  readonly #source: string;
  readonly #epoch: SessionEpoch;
  readonly #store: EpochStore;
  #seq = 0;

  constructor(session: string, host: string, store: EpochStore) {
    this.#session = session;
    // Not every session id is safe in a URI (RFC 3986, 2.1).
    this.#source = `aep://${host}/agent/acp/session/${encodeURIComponent(session.toWellFormed())}`;
    this.#store = store;
    this.#epoch = claimEpoch(store, session);
  }

  get epoch(): number {
    return this.#epoch.epoch;
  }

  get isEpochHigh(): boolean {
    return this.epoch >= WARN_EPOCH;
  }

  /** Undefined for a second end of this session, whichever process saw the first. `time` in milliseconds since 1970. */
  seal(event: SessionEvent, time: number): AepEvent | undefined {
    const { type, key, subject, run, cause, severity, capture, data } = event;
    if (type === "session.ended" && !this.#store.claimEnd(this.#session)) return undefined;
    const seq = this.#seq;
    this.#seq += 1;
    return {
      aep: "0.1",
      id: key,
      type,
      time: new Date(time).toISOString(),
      source: this.#source,
      agent: AGENT,
      session: this.#session,
      seq,
      epoch: this.#epoch.epoch,
      ...(subject !== undefined && { subject }),
      ...(run !== undefined && { run: this.#epoch.runPrefix + run }),
      ...(cause !== undefined && { cause }),
      severity,
      capture,
      data,
    };
  }
}
