import type { MappingOptions } from "../moment/moment.js";
import { postureOf } from "../posture/posture.js";
import { dismissSession, failRuns } from "./closing.js";
import { Emission } from "./emission.js";
import { readFrame, type SessionFrame } from "./frame.js";
import type { MappingState } from "./memory/state.js";
import { onRequest } from "./on-request.js";
import { onResponse } from "./on-response.js";
import type { SessionEvent } from "./session-event.js";

export interface SessionOptions extends MappingOptions {
  /** Gives the key of the next event, such as a ULID. Without it keys are `1`, `2`, `3` … */
  readonly mint?: () => string;
}

const NO_EVENTS: readonly SessionEvent[] = [];
const DEFAULT: SessionOptions = {};

/**
 * Folds the next frame into the state and gives the events that it makes (docs/mapping.md, "A session"). The state that
 * comes back is the one that was given, changed. Total: whatever the frame says, nothing throws.
 */
export function mapSession(
  state: MappingState,
  frame: SessionFrame,
  options: SessionOptions = DEFAULT,
): [MappingState, readonly SessionEvent[]] {
  const message = readFrame(frame);
  if (message === undefined) {
    state.counts.malformed += 1;
    return [state, NO_EVENTS];
  }
  const out = new Emission(state, postureOf(options), options.mint);
  if (message.kind === "response") onResponse(out, frame.direction, message);
  else onRequest(out, frame.direction, message);
  return [state, out.events];
}

/**
 * The connection is gone: closes what waits for an answer. No session ends by it, since each can be loaded again.
 */
export function endConnection(
  state: MappingState,
  options: SessionOptions = DEFAULT,
): [MappingState, readonly SessionEvent[]] {
  const out = new Emission(state, postureOf(options), options.mint);
  state.requests.clear();
  for (const session of state.sessions.values()) {
    session.loads = 0;
    dismissSession(out, session);
    failRuns(out, session, "connection_closed");
  }
  return [state, out.events];
}
