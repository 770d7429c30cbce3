import type { ClientFacts } from "../../moment/map-moment.js";
import { OpenRequests } from "./open-requests.js";
import type { Session, ToolCall } from "./records.js";

/** How much is remembered. */
export interface Limits {
  readonly requests: number;
  readonly sessions: number;
  readonly toolCalls: number;
}

/** What was left out or forgotten, in numbers of frames or of things. */
export interface Counts {
  /** Updates between `session/load` and its response. */
  replayed: number;
  /** Frames that name no session. */
  sessionless: number;
  /** Responses that no open request waits for. */
  stray: number;
  /** Values that are no request, notification or response. */
  malformed: number;
  forgottenRequests: number;
  forgottenSessions: number;
  forgottenToolCalls: number;
}

/**
 * What the fold knows between two frames. It belongs to one chain of `mapSession` calls: each call changes the state that it was given
 * and hands the same one on, so that a frame costs the same however long the session is. Use a state once.
 */
export interface MappingState {
  readonly limits: Limits;
  readonly counts: Counts;
  readonly requests: OpenRequests;
  /** Least recently used first. */
  readonly sessions: Map<string, Session>;
  /** By session number and tool call id, oldest first. */
  readonly toolCalls: Map<string, ToolCall>;
  latestSession: Session | undefined;
  /** What the last `initialize` said. */
  client: ClientFacts;
  /** How many there were so far. */
  events: number;
  runs: number;
  sessionNumbers: number;
  /** The largest whole number that was the id of a prompt request. */
  highestRunId: number;
}

const LIMITS: Limits = { requests: 4096, sessions: 1024, toolCalls: 8192 };

/** The state before the first frame. */
export function initialState(limits: Partial<Limits> = {}): MappingState {
  return {
    limits: { ...LIMITS, ...limits },
    counts: {
      replayed: 0,
      sessionless: 0,
      stray: 0,
      malformed: 0,
      forgottenRequests: 0,
      forgottenSessions: 0,
      forgottenToolCalls: 0,
    },
    requests: new OpenRequests(),
    sessions: new Map(),
    toolCalls: new Map(),
    latestSession: undefined,
    client: {},
    events: 0,
    runs: 0,
    sessionNumbers: 0,
    highestRunId: Number.NEGATIVE_INFINITY,
  };
}
