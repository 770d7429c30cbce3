import type { JsonObject, Malformed, Message } from "../../../src/wire/message.js";
import type { Answer, Origin } from "../raw/behaviour.js";
import type { AgentTwo } from "./agent.js";
import type { SessionTwo } from "./session.js";
import type { Work } from "./work.js";

/** Answers one request of the client. */
export type AnswererTwo = (params: JsonObject, agent: AgentTwo) => Answer | Promise<Answer>;

/** What a behaviour overrides. */
export interface OverridesTwo {
  /** Answers instead of the obedient agent. */
  readonly answers?: Readonly<Record<string, AnswererTwo>>;
  /** Works on a prompt instead of the obedient agent; gives the stop reason, or nothing when it has said all itself. */
  readonly work?: (work: Work) => Promise<string | undefined>;
  /** Replays a session in another way than it was. */
  readonly replay?: (session: SessionTwo) => readonly JsonObject[];
  /** Changes a message on its way out, or sends more than one, or none. */
  readonly outgoing?: (message: JsonObject, origin: Origin) => readonly JsonObject[];
  /** Turns a message into bytes, with the line end. */
  readonly encode?: (message: JsonObject) => string;
  /** Sees each line first; true when it needs no further treatment. */
  readonly incoming?: (message: Message | Malformed, agent: AgentTwo) => boolean;
  /** Which versions it speaks. */
  readonly versions?: readonly number[];
}

/** One way to differ from the obedient agent of version 2: a `mutant` breaks one rule, a `control` is odd and breaks none. */
export interface BehaviourTwo extends OverridesTwo {
  readonly name: string;
  readonly kind: "mutant" | "control";
  /** What is odd, in one line. */
  readonly defect: string;
}

/** A behaviour that breaks one rule. */
export function mutant(name: string, defect: string, overrides: OverridesTwo): BehaviourTwo {
  return { name, defect, kind: "mutant", ...overrides };
}

/** A behaviour that is odd and breaks no rule. */
export function control(name: string, defect: string, overrides: OverridesTwo): BehaviourTwo {
  return { name, defect, kind: "control", ...overrides };
}
