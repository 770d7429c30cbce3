import { startAgent } from "./agent.js";
import { runBridge } from "./relay.js";

// Starts the agent in another directory.
runBridge({ launch: (command) => startAgent(command, { cwd: "/" }) });
