import type { Level, Severity } from "../../mapping/mapping.js";
import type { JsonObject } from "../../wire/message.js";

/** An event in its AEP 0.1 envelope (schema/aep/event.schema.json), members in the order in which they are written. */
export interface AepEvent {
  readonly aep: "0.1";
  /** ULID; with `source` what tells an event from all others. */
  readonly id: string;
  readonly type: string;
  /** RFC 3339, UTC. */
  readonly time: string;
  readonly source: string;
  readonly agent: string;
  readonly session: string;
  /** From 0, without gaps, in each epoch of a session. */
  readonly seq: number;
  readonly epoch: number;
  readonly subject?: string;
  readonly run?: string;
  /** The id of the event that this one follows from. */
  readonly cause?: string;
  readonly severity: Severity;
  readonly capture: Level;
  readonly data: JsonObject;
}

/** Whoever keeps or sends events. Each call returns at once; what goes wrong is counted, never thrown. */
export interface EventSink {
  event(event: AepEvent): void;
  /** Writes or sends what has been gathered. */
  flush(): void;
  /** Events that were given up since this was last asked, once others arrive again; and the name of this sink. */
  takeDropped(): { readonly sink: string; readonly events: number };
  /** Resolves when what was gathered is written, sent or given up. */
  close(): Promise<void>;
}
