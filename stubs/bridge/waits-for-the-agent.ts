import { EventEmitter, once } from "node:events";
import { runBridge } from "./relay.js";

// Lets nothing through to the agent until the agent has written something.
const agent = new EventEmitter();
const agentSpoke = once(agent, "spoke");

runBridge({
  passage: async function* waitForTheAgent(chunks, hop) {
    if (hop.direction === "c2a") await agentSpoke;
    for await (const chunk of chunks) {
      if (hop.direction === "a2c") agent.emit("spoke");
      yield chunk;
    }
  },
});
