import type { Buffer } from "node:buffer";
import type { Json, JsonObject, Malformed, Message } from "../../../src/wire/message.js";
import type { RawAgent } from "./agent.js";
import type { Session } from "./session/session.js";
import type { Turn } from "./turn.js";

/** What an agent answers to a request: a result, an error, or nothing at all. */
export type Answer =
  | { readonly result: Json }
  | { readonly error: { readonly code: Json; readonly message: Json; readonly data?: Json } }
  | "silence";

/** Answers one request of the client. */
export type Answerer = (params: JsonObject, agent: RawAgent, id: Json) => Answer | Promise<Answer>;

/** Where an outgoing message comes from: the method it answers or calls. */
export interface Origin {
  readonly method: string;
  readonly kind: "request" | "notification" | "response";
}

/** What a behaviour overrides. */
export interface Overrides {
  /** Answers instead of the obedient agent. */
  readonly answers?: Readonly<Record<string, Answerer>>;
  /** Answers a method that nobody else answers. */
  readonly otherwise?: (method: string, params: JsonObject, agent: RawAgent) => Answer;
  /** Runs a turn instead of the obedient agent's; gives the result of the prompt. */
  readonly turn?: (turn: Turn) => Promise<Answer>;
  /** Replays a session in another way than it was. */
  readonly replay?: (session: Session) => readonly JsonObject[];
  /** Changes a message on its way out, or sends more than one, or none. */
  readonly outgoing?: (message: JsonObject, origin: Origin) => readonly JsonObject[];
  /** Turns a message into bytes, with the line end. */
  readonly encode?: (message: JsonObject) => string | Buffer;
  /** Writes bytes to stdout. */
  readonly write?: (bytes: string | Buffer) => void;
  /** Cuts what was read into lines, instead of at each newline. */
  readonly lines?: (chunk: Buffer) => readonly Buffer[];
  /** Sees each line first; true when it needs no further treatment. */
  readonly incoming?: (message: Message | Malformed, agent: RawAgent) => boolean;
  /** Runs before anything is read. */
  readonly start?: (agent: RawAgent) => void;
  /** Runs at the end of input, before the agent ends. */
  readonly end?: (agent: RawAgent) => void;
}

/** One way to differ from the obedient agent: a `mutant` breaks one rule, a `control` is odd and breaks none. */
export interface Behaviour extends Overrides {
  readonly name: string;
  readonly kind: "mutant" | "control";
  /** What is odd, in one line. */
  readonly defect: string;
}

/** A behaviour that breaks one rule. */
export function mutant(name: string, defect: string, overrides: Overrides): Behaviour {
  return { name, defect, kind: "mutant", ...overrides };
}

/** A behaviour that is odd and breaks no rule. */
export function control(name: string, defect: string, overrides: Overrides): Behaviour {
  return { name, defect, kind: "control", ...overrides };
}

/** The answer to parameters of another type than the method's. */
export function invalidParams(message: string): Answer {
  return { error: { code: -32602, message } };
}
