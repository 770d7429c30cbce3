import type { SandwichCase, Step } from "../driver/sandwich/step.js";
import type { PromiseLevel } from "./oracle/level.js";
import type { SinkFault } from "./sinks/sink-fault.js";

/**
 * What a case compares between the direct run and the run through the bridge. Each case names only what it is about, so
 * that one defect shows at one check.
 */
export type Aspect =
  /** Both byte streams, at the declared promise level. */
  | "streams"
  | "stderr"
  | "exit"
  | "agent-eof"
  | "client-eof"
  | "signals"
  /** The agent's arguments, directory and environment. */
  | "surroundings"
  /** The order in which lines arrived at both ends. */
  | "timeline"
  /** Whether every line that was waited for arrived in time. */
  | "arrivals"
  /** Whether the agent was let go. */
  | "release"
  /** Whether the agent's flood stopped at a reader that does not read. */
  | "backpressure"
  /** Whether all that arrived at either end is JSON objects, one a line. */
  | "purity"
  /** Whether a request that is open when the agent dies gets one response, or its connection an end. */
  | "answer-or-end";

/** A scenario for a bridge and what it judges. */
export interface BridgeCase extends SandwichCase {
  readonly aspects: readonly Aspect[];
  /** It sends lines that are no JSON-RPC message; a bridge may promise to reject or drop those. */
  readonly isMalformed: boolean;
  /** The level at which its streams are compared; the declared one when left out. */
  readonly level?: PromiseLevel;
  /** Two clients, each with a bridge and an agent of its own, do this at the same time. */
  readonly isTwinned?: boolean;
  /** The run through the bridge gets a sink that is broken in this way, where the profile says how it is told of one. */
  readonly sinkFault?: SinkFault;
}

/** The usual end: the client closes, the agent sees it and leaves with 0, the subject follows. */
export const ordinaryEnd: readonly Step[] = [
  { do: "client-closes" },
  { do: "await-agent-eof" },
  { do: "agent-exits", code: 0 },
  { do: "await-exit" },
  { do: "await-client-eof" },
];
