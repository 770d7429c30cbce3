/** How much the receiver takes, keeps and waits (docs/receiver.md, "Limits"). */
export interface Limits {
  /** Events kept for replay, per session. */
  readonly bufferEvents: number;
  /** Sessions kept for replay; the one written to least recently goes first. */
  readonly sessions: number;
  /** Bytes of JSON kept for replay, over all sessions. */
  readonly bufferBytes: number;
  /** Bytes of one `POST /events` body, and of one frame on the socket. */
  readonly bodyBytes: number;
  /** Events of one `POST /events`. */
  readonly batchEvents: number;
  /** A subscriber with more than this unread gets no event below severity notice. */
  readonly dropAtBytes: number;
  /** A subscriber with more than this unread is disconnected. */
  readonly disconnectAtBytes: number;
  /** A reader that takes nothing of its replay for so long is disconnected: the replay holds what it has yet to send. */
  readonly stallMs: number;
  /** Time between two signs of life on a quiet connection. */
  readonly heartbeatMs: number;
  /** How long connections may take to end when the receiver stops. */
  readonly stopMs: number;
}

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_LIMITS: Limits = {
  bufferEvents: 10_000,
  sessions: 500,
  bufferBytes: 256 * MEBIBYTE,
  bodyBytes: 16 * MEBIBYTE,
  batchEvents: 10_000,
  dropAtBytes: MEBIBYTE,
  disconnectAtBytes: 8 * MEBIBYTE,
  stallMs: 30_000,
  heartbeatMs: 25_000,
  stopMs: 5_000,
};
