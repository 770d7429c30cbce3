import { startAgent } from "./agent.js";
import { runBridge } from "./relay.js";

// Gives the agent the bridge's own output for its standard error.
runBridge({ launch: (command) => startAgent(command, { stdio: ["pipe", "pipe", 1] }) });
