/** A prompt turn between its request and its response. */
export interface Run {
  readonly name: string;
  /** The key of its `run.started`. */
  readonly key: string;
  readonly session: Session;
  isOpen: boolean;
}

/** A permission request between its request and its response. */
export interface Attention {
  /** The key of its `attention.requested`. */
  readonly key: string;
  readonly session: Session;
  readonly run: string | undefined;
  isOpen: boolean;
}

/** What is remembered of a tool call. */
export interface ToolCall {
  name: string | undefined;
  /** The key of its `tool.requested`. */
  requested: string | undefined;
  isOver: boolean;
}

/** What is remembered of a session. */
export interface Session {
  readonly id: string;
  /** Tells this memory of a session from an earlier one of the same id, which was forgotten. */
  readonly number: number;
  /** The key of its last `session.started`. */
  started: string | undefined;
  hasEnded: boolean;
  /** Requests `session/load` that are not answered: as long as there is one, updates are history. */
  loads: number;
  /** Oldest first, as the next. */
  readonly runs: Run[];
  readonly attentions: Attention[];
}
