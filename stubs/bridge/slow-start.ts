import { setTimeout as sleep } from "node:timers/promises";
import { runBridge } from "./relay.js";

// A control, odd but legal: it takes its time before it starts the agent, and loses nothing of what was sent meanwhile.
const START_DELAY_MS = 300;

await sleep(START_DELAY_MS);
runBridge();
