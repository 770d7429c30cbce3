/** How much of its subject an event tells, the least first. */
export const CAPTURE_LEVELS = ["none", "metadata", "redacted", "full"] as const;
export type CaptureLevel = (typeof CAPTURE_LEVELS)[number];

/** How much an event matters, the least first. */
export const SEVERITIES = ["debug", "info", "notice", "warning", "error", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** An event whose envelope has been checked (./structure.ts); its `data` has not. */
export interface ReceivedEvent {
  readonly aep: "0.1";
  readonly id: string;
  readonly type: string;
  readonly time: string;
  readonly source: string;
  readonly agent: string;
  readonly session?: string;
  readonly seq?: number;
  readonly epoch?: number;
  readonly severity?: Severity;
  readonly capture?: CaptureLevel;
  readonly data?: object;
  /** The other attributes, and extensions. */
  readonly [attribute: string]: unknown;
}

/** An event and its JSON text, on one line: the emitter's own spelling where it came on a line of its own. */
export interface EventText {
  readonly event: ReceivedEvent;
  readonly json: string;
}

/** Where an event stands in its session. */
export interface Position {
  readonly session: string;
  readonly epoch: number;
  readonly seq: number;
}

/** The position of an event that has one: agent.* events and commands have none. */
export function positionOf({ session, seq, epoch = 0 }: ReceivedEvent): Position | undefined {
  return session === undefined || seq === undefined ? undefined : { session, epoch, seq };
}

/**
 * Below zero where the first comes before the second. Epoch and seq are compared one after the other: a key such as
 * epoch · 2^40 + seq is inexact in doubles from epoch 8192 on.
 */
export function comparePlaces(
  first: { readonly epoch: number; readonly seq: number },
  second: { readonly epoch: number; readonly seq: number },
): number {
  return first.epoch - second.epoch || first.seq - second.seq;
}
