import { runBridge } from "./relay.js";

// Takes the end of the client's output for the end of the session: what the agent still had to say is lost.
runBridge({
  onClientEnd: (agent) => {
    agent.process.kill();
    process.exit(0);
  },
});
