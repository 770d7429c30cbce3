import { runBridge } from "./relay.js";

// Reads on while the receiver does not: everything piles up in memory.
runBridge({ overflow: "pile up" });
