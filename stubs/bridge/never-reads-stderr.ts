import { startAgent } from "./agent.js";
import { runBridge } from "./relay.js";

// Opens a pipe for the agent's standard error and never reads it: once it is full, the agent stands still.
runBridge({
  launch: (command) => {
    const agent = startAgent(command, { stdio: ["pipe", "pipe", "pipe"] });
    agent.process.stderr?.pause();
    return agent;
  },
});
