import { startAgent } from "./agent.js";
import { runBridge } from "./relay.js";

// Gives the agent nothing of the environment but the search path.
runBridge({ launch: (command) => startAgent(command, { env: { PATH: process.env["PATH"] } }) });
