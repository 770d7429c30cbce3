import type { Payload } from "../../driver/sandwich/payload.js";

/** What a prompt asks for: a word, a long count that is there to be cancelled, or a file, for which many ask permission. */
export type PromptKind = "short" | "long" | "file";

/** How a request of the agent is answered. */
export type AnswerKind = "allow" | "reject" | "cancelled" | "error" | "twice";

/** Which id a custom request has; `theirs` is that of a request of the agent that waits for us. */
export type IdForm = "number" | "text" | "again" | "in-use" | "theirs";

/** A request about a session that exists. */
export type SessionAct = "load" | "resume" | "close" | "delete";

/** What is waited for in a session: an update or a request of its turn, or the answer to the last request about it. */
export type Awaited = "update" | "request" | "answer";

/**
 * One thing that a client does. Plain data: a list of commands can be hashed, saved, shrunk and played against any agent.
 * Sessions have numbers of their own, so that what is left keeps its meaning when another command is left out; a command
 * that cannot be done, as a prompt in a session that there is not, is passed over.
 */
export type Command =
  | { readonly do: "new"; readonly session: number }
  | { readonly do: "prompt"; readonly session: number; readonly kind: PromptKind }
  | { readonly do: "cancel"; readonly session: number }
  /** `$/cancel_request` for the last prompt of the session. */
  | { readonly do: "withdraw"; readonly session: number }
  | { readonly do: SessionAct; readonly session: number }
  | { readonly do: "list" }
  /** Selects one of the modes, or a value of a config option, that the agent offered; the place is counted round. */
  | { readonly do: "set-mode" | "set-option"; readonly session: number; readonly place: number }
  /** From here on the agent's requests wait for an `answer`; before, they are granted at once. */
  | { readonly do: "hold" }
  | { readonly do: "answer"; readonly session: number; readonly how: AnswerKind }
  /** A custom request. */
  | { readonly do: "ask"; readonly id: IdForm }
  /** A custom notification, or one of the protocol's own about nothing. */
  | { readonly do: "tell"; readonly about: "custom" | "dollar" | "idle-cancel" | "late-withdrawal" }
  /** A response that nobody asked for. */
  | { readonly do: "stray" }
  /** Bytes as they are, whole lines: what no client should write. */
  | { readonly do: "say"; readonly name: string; readonly payload: Payload }
  | { readonly do: "await"; readonly session: number; readonly what: Awaited }
  /** Waits until the agent has read everything so far. */
  | { readonly do: "barrier" }
  /** That many equal turns, one after the other, while the agent's memory is watched. */
  | { readonly do: "turns"; readonly session: number; readonly times: number };

/** One conversation with an agent. */
export interface AgentTrial {
  readonly commands: readonly Command[];
}

/** Does the client break a rule by this, so that how an agent takes it is not laid down? */
export function isOdd(command: Command): boolean {
  return (
    command.do === "say" ||
    command.do === "stray" ||
    (command.do === "ask" && command.id === "in-use") ||
    (command.do === "answer" && command.how === "twice")
  );
}

/** What a command counts as in the statistics. */
export function aboutOf(command: Command): string {
  switch (command.do) {
    case "prompt":
      return `command prompt ${command.kind}`;
    case "answer":
      return `command answer ${command.how}`;
    case "ask":
      return `command ask ${command.id}`;
    case "tell":
      return `command tell ${command.about}`;
    case "say":
      return `command say ${command.name}`;
    case "await":
      return `command await ${command.what}`;
    default:
      return `command ${command.do}`;
  }
}
