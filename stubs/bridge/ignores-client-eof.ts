import { runBridge } from "./relay.js";

// Never tells the agent that the client has ended.
runBridge({ onClientEnd: () => undefined });
