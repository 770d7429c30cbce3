import { setTimeout as delay } from "node:timers/promises";
import type { ClientScenario } from "../../../src/engine/client-scenario.js";
import { initializeResult, newSession, plainAgent } from "../steps/agent.js";
import { liveOn, requestsTo } from "../steps/turn.js";

const STDIO = "acp.v1.transport.stdio-supported";
const LAUNCHES = "acp.v1.transport.client-launches-agent";
const SHUTDOWN = "acp.v1.transport.client-shutdown";

/** An agent that takes its time gives a client that does not wait the chance to show it: no verdict hangs on how long. */
const RELUCTANCE_MS = 100;

/**
 * A whole plain life: a client starts its agent, initializes it before anything else and ends it
 * (docs/protocol/v1/transports.mdx, "stdio"; initialization.mdx, introduction).
 */
export const handshake: ClientScenario = {
  name: "initialize/handshake",
  judges: [STDIO, LAUNCHES, SHUTDOWN],
  async run(stage) {
    // An agent that leaves at the first sign would not live to see how its client goes on.
    const client = await stage.start(() => reluctant, { lingers: true });
    const initialize = await client.look(() =>
      client.connections.flatMap(requestsTo).find(({ method }) => method === "initialize"),
    );
    stage.expect(STDIO, initialize !== undefined, () => ({
      expected: "initialize on the agent's stdin",
      actual: "nothing of the kind",
    }));
    await liveOn(stage, client);
    stage.recorded(LAUNCHES, `the client starts its agent ${client.connections.length} times`);
    const ends = client.connections.map(({ hasEndedInput, signals, isGone }) => {
      if (hasEndedInput)
        return signals.length === 0 ? "closes its stdin" : `closes its stdin, and ${signals.join(", ")}`;
      return isGone
        ? `ends it without closing its stdin (${signals.join(", ") || "SIGKILL or the end of its group"})`
        : "leaves it running";
    });
    stage.recorded(SHUTDOWN, `how the client ends its agent: ${ends.join("; ")}`);
  },
};

const reluctant = plainAgent({
  initialize: async () => {
    await delay(RELUCTANCE_MS);
    return initializeResult();
  },
  "session/new": async () => {
    await delay(RELUCTANCE_MS);
    return newSession();
  },
});
