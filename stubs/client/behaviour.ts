import type { Buffer } from "node:buffer";
import type { Json, JsonObject, Malformed, Message } from "../../src/wire/message.js";
import type { RawClient } from "./client.js";

/** What a client answers to a request: a result, an error, or nothing at all. */
export type Answer =
  | { readonly result: Json }
  | { readonly error: { readonly code: Json; readonly message: Json; readonly data?: Json } }
  | "silence";

/** Answers one request of the agent. */
export type Answerer = (params: JsonObject, client: RawClient, id: Json) => Answer | Promise<Answer>;

/** Where an outgoing message comes from: the method it answers or calls. */
export interface Origin {
  readonly method: string;
  readonly kind: "request" | "notification" | "response";
}

/** What a behaviour overrides. */
export interface Overrides {
  /** Answers instead of the obedient client. */
  readonly answers?: Readonly<Record<string, Answerer>>;
  /** Answers a method that nobody else answers. */
  readonly otherwise?: (method: string, params: JsonObject) => Answer;
  /** Changes a message on its way out, or sends more than one, or none. */
  readonly outgoing?: (message: JsonObject, origin: Origin, client: RawClient) => readonly JsonObject[];
  /** Turns a message into bytes, with the line end. */
  readonly encode?: (message: JsonObject) => string | Buffer;
  /** Cuts what was read into lines, instead of at each newline. */
  readonly lines?: (chunk: Buffer) => readonly Buffer[];
  /** Sees each line first; true when it needs no further treatment. */
  readonly incoming?: (message: Message | Malformed, client: RawClient) => boolean;
  /** Writes the agent's input before the tour begins. */
  readonly start?: (client: RawClient) => void;
  /** Does something besides the tour, once it has a session. */
  readonly besides?: (client: RawClient, sessionId: string) => void | Promise<void>;
  /** Makes something else of what the agent announces. */
  readonly offered?: (capabilities: JsonObject) => JsonObject;
  /** Runs instead of the obedient client's tour. */
  readonly tour?: (client: RawClient) => Promise<void>;
  /** Runs when its user presses Ctrl-C. */
  readonly interrupt?: (client: RawClient) => void;
  /** Writes bytes as the last thing before it closes the agent's input. */
  readonly lastWords?: string;
}

/** One way to differ from the obedient client: a `mutant` breaks one rule, a `control` is odd and breaks none. */
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
