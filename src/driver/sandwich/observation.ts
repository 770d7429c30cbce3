import type { Buffer } from "node:buffer";
import type { Exit } from "../subject-process.js";
import type { Received } from "./received.js";

/** Everything that the harness saw, as client and as agent, of one run of one scenario. */
export interface Observation {
  /** Did the probe agent dial back? Without it nothing was tested. */
  readonly isAgentStarted: boolean;
  /** The agent's further arguments, directory and marked environment variable, as one JSON text; empty before its start. */
  readonly surroundings: string;
  readonly received: Received;
  readonly stderr: Buffer;
  /** How the subject ended, or undefined when it had to be killed. */
  readonly exit: Exit | undefined;
  readonly agentSawEof: boolean;
  readonly clientSawEof: boolean;
  /** Signals that reached the agent, in order. */
  readonly agentSignals: readonly string[];
  /** Whole lines in the order in which they arrived at either end, as `c2a 1`, `a2c 1`, `c2a 2`. */
  readonly timeline: readonly string[];
  /** Steps (counted from 0) whose wait ran out of time. */
  readonly lateSteps: readonly number[];
  /** For each `await` that was met, the time since the write before it, in milliseconds. */
  readonly arrivalMs: readonly number[];
  /** How many bytes left the agent while the client did not read; undefined when the scenario has no flood. */
  readonly floodedBytes: number | undefined;
}
