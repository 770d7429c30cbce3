/** One event that was sent on its way. */
export interface Emitted {
  readonly isGrave: boolean;
}

/** Where a load goes, how much of it, and until when. */
export interface LoadOptions {
  readonly port: number;
  readonly emitters: number;
  /** Events a second, of all emitters together. */
  readonly rate: number;
  readonly isOver: () => boolean;
  readonly elapsed: () => number;
}

/** A kind of load: the events that it sends, and which of the events that arrive are those. */
export interface Load {
  readonly counts: (json: string) => boolean;
  /** Resolves when everything was sent. */
  readonly emitAll: (emitter: number, options: LoadOptions) => Promise<readonly Emitted[]>;
  /** Does this event have severity notice or above? */
  readonly isGrave: (json: string) => boolean;
}

/** Each emitter sends what is due in rounds, on its own clock. */
export const ROUND_MS = 250;
