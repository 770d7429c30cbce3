import { editBytes, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Ends a line at U+2028 and U+2029 too, as text line readers do.
const SEPARATOR = /\u00e2\u0080[\u00a8\u00a9]/g;

runBridge({ passage: onLines((line) => editBytes(line, (text) => text.replace(SEPARATOR, "$&\n"))) });
