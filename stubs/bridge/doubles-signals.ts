import { runBridge } from "./relay.js";

// Passes each signal on twice. The second comes later, since equal pending signals are delivered once.
const APART_MS = 50;

runBridge({
  onSignal: (agent, signal) => {
    agent.process.kill(signal);
    setTimeout(() => agent.process.kill(signal), APART_MS);
  },
});
