import { isCommandOf, type Members, oneOf } from "../../model/read-members.js";
import type { AgentCommand, ClientTrial } from "./command.js";

const ASKINGS = oneOf(
  "permission",
  "lasting-permission",
  "read",
  "read-window",
  "read-missing",
  "write",
  "run",
  "run-long",
  "output",
  "wait",
  "kill",
  "release",
  "custom",
  "unknown",
);

/** The members that each command has besides `do`. */
const MEMBERS: Readonly<Record<AgentCommand["do"], Members>> = {
  at: { moment: oneOf("initialize", "session", "prompt") },
  offer: { what: oneOf("everything", "modes", "options", "future") },
  update: { name: "text", update: "object" },
  ask: {
    what: ASKINGS,
    id: oneOf("number", "text", "empty", "negative", "again", "theirs"),
    place: "count",
  },
  miss: { what: ASKINGS, how: oneOf("without", "typed"), place: "count" },
  withdraw: {},
  tell: { about: oneOf("custom", "unknown", "dollar", "late-withdrawal") },
  interrupt: {},
  end: { how: oneOf("end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled", "error") },
  "answer-again": {},
  stray: {},
  say: { name: "text", payload: "payload" },
  cut: { bytes: "count" },
  hold: {},
  flush: {},
  await: {},
  barrier: {},
  asks: { times: "count" },
  die: { how: oneOf("code 0", "code 1", "cut") },
};

/** Is this a conversation that can be played? A saved failure may come from another version, or from a person. */
export function isClientTrial(value: unknown): value is ClientTrial {
  return isCommandOf(value, MEMBERS);
}
