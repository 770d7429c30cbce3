import type { AgentTrial, Command } from "./command.js";
import { isCommandOf, type Members, oneOf } from "./read-members.js";

const IN_SESSION: Members = { session: "count" };
const AT_PLACE: Members = { session: "count", place: "count" };

/** The members that each command has besides `do`. */
const MEMBERS: Readonly<Record<Command["do"], Members>> = {
  new: IN_SESSION,
  prompt: { ...IN_SESSION, kind: oneOf("short", "long", "file") },
  cancel: IN_SESSION,
  withdraw: IN_SESSION,
  load: IN_SESSION,
  resume: IN_SESSION,
  close: IN_SESSION,
  delete: IN_SESSION,
  list: {},
  "set-mode": AT_PLACE,
  "set-option": AT_PLACE,
  hold: {},
  answer: { ...IN_SESSION, how: oneOf("allow", "reject", "cancelled", "error", "twice") },
  ask: { id: oneOf("number", "text", "again", "in-use", "theirs") },
  tell: { about: oneOf("custom", "dollar", "idle-cancel", "late-withdrawal") },
  stray: {},
  say: { name: "text", payload: "payload" },
  await: { ...IN_SESSION, what: oneOf("update", "request", "answer") },
  barrier: {},
  turns: { ...IN_SESSION, times: "count" },
};

/** Is this a conversation that can be played? A saved failure may come from another version, or from a person. */
export function isAgentTrial(value: unknown): value is AgentTrial {
  return isCommandOf(value, MEMBERS);
}
