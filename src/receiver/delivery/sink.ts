import type { CaptureLevel, Position } from "../event/event.js";
import type { Outgoing } from "./outgoing.js";

/** One way to a subscriber: a stream of server-sent events, or a socket. Nothing here throws or waits. */
export interface Sink {
  readonly kind: "stream" | "socket";
  /** Bytes that were written and have not left this process. */
  backlogBytes(): number;
  send(event: Outgoing, ceiling: CaptureLevel): void;
  /** Tells that what was kept is all sent. */
  replayComplete(): void;
  /** Tells that something of a session is gone, and the first position that is still there. */
  replayExhausted(first: Position): void;
  /** A sign of life. */
  ping(): void;
  /** Resolves when little is left unread, or when the way is closed. */
  drained(): Promise<void>;
  /** Ends the way because its reader is too slow. */
  tooSlow(): void;
  /** Ends the way because the receiver stops. */
  shutDown(): void;
  /** Ends the way because all was said. */
  end(): void;
}
