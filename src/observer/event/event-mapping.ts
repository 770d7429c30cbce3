import { createHash } from "node:crypto";
import { type Level, redactionFloor, type SessionOptions } from "../../mapping/mapping.js";
import type { SessionSecrets } from "../redaction/session-secrets.js";

/** How much of a session its events show. */
export interface EventPosture {
  /** The highest level of content; undefined is metadata, and redacted for attention.*. */
  readonly capture?: Level | undefined;
  /** Do chunks of messages become events? */
  readonly deltas: boolean;
  /** The user's home directory, shown as `~`; undefined for a user without one. */
  readonly home?: string | undefined;
}

/** The options of the mapping for an observer: with the redaction floor, and Node's own SHA-256. */
export function eventMapping(
  { capture, deltas, home }: EventPosture,
  secrets: SessionSecrets,
): Omit<SessionOptions, "mint"> {
  return {
    deltas,
    ...(capture !== undefined && { ceiling: capture }),
    redact: redactionFloor({ home, configured: secrets.values }),
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
  };
}
