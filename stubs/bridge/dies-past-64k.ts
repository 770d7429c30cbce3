import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Ends at a line of more than 65,536 bytes, the default limit of some line readers.
const LIMIT_BYTES = 65_536;

runBridge({ passage: onLines((line) => (line.length > LIMIT_BYTES ? process.exit(1) : line)) });
