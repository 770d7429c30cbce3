import { runBridge } from "./relay.js";

// Throws away what comes while more than 1 MiB waits for a slow receiver.
runBridge({ overflow: "throw away" });
