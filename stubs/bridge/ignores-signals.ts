import { runBridge } from "./relay.js";

// Neither passes a signal on nor obeys it.
runBridge({ onSignal: () => undefined });
