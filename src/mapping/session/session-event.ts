import type { MappedEvent } from "../moment/moment.js";
import type { Level } from "../posture/level.js";

export type Severity = "debug" | "info" | "notice" | "error";

/**
 * An event of a session with what an envelope needs of it. Whoever writes the envelope adds `id`, `time`, `source`,
 * `agent`, `seq` and `epoch`, and makes the run id of `run`.
 */
export interface SessionEvent extends MappedEvent {
  /**
   * The tool call's id, as on the wire; but of `attention.answered` and `attention.resolved` the `key` of their
   * `attention.requested`.
   */
  readonly subject?: string;
  /** The session's id, as on the wire. */
  readonly session: string;
  /** The prompt turn: never the same for two turns of one state; of `A-Z a-z 0-9 . _ -`, a letter first. */
  readonly run?: string;
  /** Names this event among all events of one state; what `mint` gives, so that it can be the envelope's `id`. */
  readonly key: string;
  /** The `key` of the event that this one follows from. */
  readonly cause?: string;
  readonly severity: Severity;
  /** Nothing in `data` is above this level. */
  readonly capture: Level;
}

/** How much a consumer should care, by the event's type. */
export function severityOf(type: string): Severity {
  if (type.startsWith("x.")) return "debug";
  if (type === "run.failed" || type === "tool.failed") return "error";
  if (type === "run.cancelled" || type === "attention.requested") return "notice";
  return "info";
}
