import { Buffer } from "node:buffer";
import type { Observation } from "../../src/driver/sandwich/observation.js";

/** What the harness sees of a run in which nothing happened, with what `more` says. */
export function observation(more: Partial<Observation> = {}): Observation {
  return {
    isAgentStarted: true,
    surroundings: "{}",
    received: { c2a: Buffer.alloc(0), a2c: Buffer.alloc(0) },
    stderr: Buffer.alloc(0),
    exit: { code: 0, signal: null },
    agentSawEof: true,
    clientSawEof: true,
    agentSignals: [],
    timeline: [],
    lateSteps: [],
    arrivalMs: [],
    floodedBytes: undefined,
    ...more,
  };
}

/** A run in which these texts arrived at the agent and at the client. */
export function arrived(c2a: string, a2c: string): Observation {
  return observation({ received: { c2a: Buffer.from(c2a), a2c: Buffer.from(a2c) } });
}
