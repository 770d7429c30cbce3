import type { Direction } from "../../wire/direction.js";
import type { Payload } from "./payload.js";

/** One act of the harness, which is client and agent at once. A list of steps is a whole scenario, and plain data. */
export type Step =
  /** The sender of this direction writes the payload in one write, in writes of `pieceBytes`, or cut at some places. */
  | {
      readonly do: "write";
      readonly dir: Direction;
      readonly payload: Payload;
      readonly pieceBytes?: number;
      /** Where in the payload a write ends, in ascending order. */
      readonly cuts?: readonly number[];
    }
  /**
   * Waits until all that was written so far in this direction has arrived at the other end; where it `isPatient` with its
   * full time, however late the subject was before.
   */
  | { readonly do: "await"; readonly dir: Direction; readonly isPatient?: boolean }
  | { readonly do: "agent-stderr"; readonly payload: Payload }
  /** The client closes the subject's stdin. */
  | { readonly do: "client-closes" }
  | { readonly do: "await-agent-eof" }
  | { readonly do: "agent-closes-stdout" }
  | { readonly do: "await-client-eof" }
  | { readonly do: "agent-exits"; readonly code: number }
  | { readonly do: "agent-dies"; readonly signal: NodeJS.Signals }
  | { readonly do: "await-exit" }
  /** Sends a signal to the subject's process (not to its group). */
  | { readonly do: "signal"; readonly signal: NodeJS.Signals }
  /** Waits until the agent has received a signal. */
  | { readonly do: "await-agent-signal" }
  /** Waits until the agent is gone or has seen the end of its input. */
  | { readonly do: "await-agent-released" }
  | { readonly do: "client-stops-reading" }
  | { readonly do: "client-reads-again" }
  | { readonly do: "agent-stops-reading" }
  | { readonly do: "agent-reads-again" }
  /** Gives what should not happen time to happen, in milliseconds. */
  | { readonly do: "pause"; readonly ms: number }
  /**
   * The agent writes lines until `byteCount` bytes have left it or nothing leaves it any more; how much left it is
   * observed. For a reader that has stopped.
   */
  | { readonly do: "agent-floods"; readonly byteCount: number };

/** A named scenario for a process in the middle. */
export interface SandwichCase {
  readonly id: string;
  readonly steps: readonly Step[];
  /** More arguments for the agent; a bridge that cannot hand them on may fail to start it. */
  readonly agentArguments?: readonly string[];
}
