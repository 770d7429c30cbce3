import type { Json, JsonObject } from "../../wire/message.js";
import type { Sha256 } from "../digest/digest.js";
import type { Level } from "../posture/level.js";
import type { Redaction } from "../posture/redaction.js";

/** A request, a notification, or a response joined to its request's method. */
export interface Moment {
  readonly kind: "request" | "response" | "notification";
  readonly method: string;
  readonly params?: Json | undefined;
  readonly result?: Json | undefined;
  readonly error?: Json | undefined;
}

/** What a moment says to the Agent Event Protocol; the envelope is somebody else's. */
export interface MappedEvent {
  readonly type: string;
  readonly data: JsonObject;
  readonly subject?: string;
}

export interface MappingOptions {
  /** Chunks of messages become events, at `redacted` or above. */
  readonly deltas?: boolean;
  /** The highest level of content in `data`; `metadata` where it is not given, and `redacted` for `attention.*`. */
  readonly ceiling?: Level;
  /** The ceiling of `attention.*` where it is another one. */
  readonly attention?: Level;
  /** What free text goes through below `full`; the identity where it is not given. Must not throw. */
  readonly redact?: Redaction;
  /** A faster SHA-256 than the one in JavaScript. */
  readonly sha256?: Sha256;
}
