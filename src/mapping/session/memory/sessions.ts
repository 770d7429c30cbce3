import { dismissSession, failRuns } from "../closing.js";
import type { Emission } from "../emission.js";
import type { Session, ToolCall } from "./records.js";
import type { MappingState } from "./state.js";

const LONGEST_NAME = 1024;

/** The session of this id, which is the one that was used last from now on. */
export function sessionOf(out: Emission, id: string): Session {
  const { state } = out;
  if (state.latestSession?.id === id) return state.latestSession;
  const session = state.sessions.get(id) ?? newSession(state, id);
  state.sessions.delete(id);
  state.sessions.set(id, session);
  state.latestSession = session;
  while (state.sessions.size > state.limits.sessions) forgetOldest(out);
  return session;
}

/** Says that the end of this session was seen in an earlier process, so that no second one is told. */
export function markEnded(state: MappingState, id: string): void {
  const session = state.sessions.get(id) ?? newSession(state, id);
  session.hasEnded = true;
  state.sessions.set(id, session);
}

/** What is remembered of a tool call. */
export function toolCallOf({ state }: Emission, session: Session, id: string): ToolCall | undefined {
  return state.toolCalls.get(keyOf(session, id));
}

/** Remembers a tool call as one that begins. */
export function beginToolCall({ state }: Emission, session: Session, id: string): ToolCall {
  const key = keyOf(session, id);
  const call: ToolCall = { name: undefined, requested: undefined, isOver: false };
  state.toolCalls.delete(key);
  state.toolCalls.set(key, call);
  if (state.toolCalls.size > state.limits.toolCalls) {
    const [oldest] = state.toolCalls.keys();
    if (oldest !== undefined) state.toolCalls.delete(oldest);
    state.counts.forgottenToolCalls += 1;
  }
  return call;
}

/** Takes a title as the tool call's name, unless it is too long to keep. */
export function learnName(call: ToolCall, title: string | undefined): void {
  if (title !== undefined && title.length <= LONGEST_NAME) call.name = title;
}

function newSession(state: MappingState, id: string): Session {
  state.sessionNumbers += 1;
  return {
    id,
    number: state.sessionNumbers,
    started: undefined,
    hasEnded: false,
    loads: 0,
    runs: [],
    attentions: [],
  };
}

/** The least recently used one; its runs and permissions are closed, since nobody will. */
function forgetOldest(out: Emission): void {
  const [session] = out.state.sessions.values();
  if (session === undefined) return;
  out.state.sessions.delete(session.id);
  if (out.state.latestSession === session) out.state.latestSession = undefined;
  out.state.counts.forgottenSessions += 1;
  dismissSession(out, session);
  failRuns(out, session, "untracked");
}

function keyOf(session: Session, id: string): string {
  return `${session.number} ${id}`;
}
