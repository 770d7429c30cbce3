import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Cuts a line at 65,536 bytes.
const LIMIT_BYTES = 65_536;

runBridge({ passage: onLines((line) => line.subarray(0, LIMIT_BYTES)) });
