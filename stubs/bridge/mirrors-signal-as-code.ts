import { runBridge } from "./relay.js";

// Exits with code 1 where the agent died by a signal.
runBridge({ mirror: (exit) => (exit.signal === null ? exit : { code: 1, signal: null }) });
