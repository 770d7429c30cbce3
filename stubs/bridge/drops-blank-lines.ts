import { isBlank, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Drops lines with nothing but white space on them.
runBridge({ passage: onLines((line) => (isBlank(line) ? undefined : line)) });
