import { runBridge } from "./relay.js";

// Ends with code 0 however the agent ended.
runBridge({ mirror: () => ({ code: 0, signal: null }) });
