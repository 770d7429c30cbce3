import { runBridge } from "./relay.js";

// Passes every signal on but SIGINT.
runBridge({
  onSignal: (agent, signal) => {
    if (signal !== "SIGINT") agent.process.kill(signal);
  },
});
