import { setTimeout as sleep } from "node:timers/promises";
import { runBridge } from "./relay.js";

// Ends soon after its agent, whether the output has been taken or not: a slow reader loses the tail.
const PATIENCE_MS = 150;

runBridge({ drain: () => sleep(PATIENCE_MS) });
