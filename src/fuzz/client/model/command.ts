import type { Payload } from "../../../driver/sandwich/payload.js";
import type { JsonObject } from "../../../wire/message.js";

/** When the commands that follow are played: while the client waits for the answer to this. */
export type Moment = "initialize" | "session" | "prompt";

/** What the agent announces, from here on. */
export type Offer = "everything" | "modes" | "options" | "future";

/** What the agent asks of its client. */
export type Asking =
  | "permission"
  | "lasting-permission"
  | "read"
  | "read-window"
  | "read-missing"
  | "write"
  | "run"
  | "run-long"
  | "output"
  | "wait"
  | "kill"
  | "release"
  | "custom"
  | "unknown";

/** Which id a request has; `theirs` is that of the prompt which waits for the agent, `again` one that was answered. */
export type AskId = "number" | "text" | "empty" | "negative" | "again" | "theirs";

/** How the agent's process ends. */
export type Death = "code 0" | "code 1" | "cut";

/** How a turn ends. */
export type TurnEnd = "end_turn" | "max_tokens" | "max_turn_requests" | "refusal" | "cancelled" | "error";

/**
 * One thing that an agent does to its client. Plain data: a list of commands can be hashed, saved, shrunk and played against
 * any client. Without an `at`, the client's first prompt is waited for. What cannot be done, as a file request to a client
 * that serves no files, is passed over.
 */
export type AgentCommand =
  | { readonly do: "at"; readonly moment: Moment }
  | { readonly do: "offer"; readonly what: Offer }
  | { readonly do: "update"; readonly name: string; readonly update: JsonObject }
  /** Asks and does not wait; `place` says which of its files or commands it is about, counted round. */
  | { readonly do: "ask"; readonly what: Asking; readonly id: AskId; readonly place: number }
  /** Asks with params of which one is left out, or is of another type. */
  | { readonly do: "miss"; readonly what: Asking; readonly how: "without" | "typed"; readonly place: number }
  /** `$/cancel_request` for the youngest request that is open. */
  | { readonly do: "withdraw" }
  | { readonly do: "tell"; readonly about: "custom" | "unknown" | "dollar" | "late-withdrawal" }
  /** The client's user presses Ctrl-C. */
  | { readonly do: "interrupt" }
  /** Answers the prompt. */
  | { readonly do: "end"; readonly how: TurnEnd }
  /** Answers the prompt once more, or what nobody asked. */
  | { readonly do: "answer-again" | "stray" }
  /** Bytes as they are, whole lines: what no agent should write. */
  | { readonly do: "say"; readonly name: string; readonly payload: Payload }
  /** From here on a line goes out in pieces of so many bytes; 0 for whole ones. */
  | { readonly do: "cut"; readonly bytes: number }
  /** From here on lines are held back until the next `flush`, and then go out in one write. */
  | { readonly do: "hold" | "flush" }
  /** Waits until everything that the agent asked is answered. */
  | { readonly do: "await" }
  /** Waits until the client has read everything so far. */
  | { readonly do: "barrier" }
  /** That many equal requests, one after the other, while the client's memory is watched. */
  | { readonly do: "asks"; readonly times: number }
  /** The agent's process ends. */
  | { readonly do: "die"; readonly how: Death };

/** One conversation with a client. */
export interface ClientTrial {
  readonly commands: readonly AgentCommand[];
}

/** Does the agent break a rule by this, so that how a client takes it is not laid down? */
export function isOddOfAgent(command: AgentCommand): boolean {
  switch (command.do) {
    case "say":
    case "stray":
    case "answer-again":
    case "miss":
      return true;
    case "end":
      // A turn that nobody cancelled does not end as cancelled.
      return command.how === "cancelled";
    default:
      return false;
  }
}

/** What a command counts as in the statistics. */
export function aboutOfAgent(command: AgentCommand): string {
  switch (command.do) {
    case "at":
      return `command at ${command.moment}`;
    case "offer":
      return `command offer ${command.what}`;
    case "update":
    case "say":
      return `command ${command.do} ${command.name}`;
    case "ask":
      return `command ask ${command.what}, id ${command.id}`;
    case "miss":
      return `command miss ${command.what} ${command.how}`;
    case "tell":
      return `command tell ${command.about}`;
    case "end":
    case "die":
      return `command ${command.do} ${command.how}`;
    default:
      return `command ${command.do}`;
  }
}
