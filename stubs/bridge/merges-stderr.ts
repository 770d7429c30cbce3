import { startAgent } from "./agent.js";
import { runBridge } from "./relay.js";

// Writes the agent's standard error into its output.
runBridge({
  launch: (command) => {
    const agent = startAgent(command, { stdio: ["pipe", "pipe", "pipe"] });
    agent.process.stderr?.on("data", (chunk) => process.stdout.write(chunk));
    return agent;
  },
});
