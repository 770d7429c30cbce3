import { isUtf8 } from "node:buffer";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Takes a line that is not UTF-8 for a transport error and ends.
runBridge({ passage: onLines((line) => (isUtf8(line) ? line : process.exit(1))) });
