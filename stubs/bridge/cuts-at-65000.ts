import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Cuts lines at 65,000 bytes: a buffer that was meant for 64 KiB and its own head.
runBridge({ passage: onLines((line) => line.subarray(0, 65_000)) });
