import { editBytes, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Makes null of an empty object or array that stands in a list of members, as some mappers do.
runBridge({ passage: onLines((line) => editBytes(line, (text) => text.replace(/"a":\{\}/g, '"a":null'))) });
