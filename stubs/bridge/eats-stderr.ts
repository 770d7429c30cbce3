import { startAgent } from "./agent.js";
import { runBridge } from "./relay.js";

// Throws the agent's standard error away.
runBridge({ launch: (command) => startAgent(command, { stdio: ["pipe", "pipe", "ignore"] }) });
