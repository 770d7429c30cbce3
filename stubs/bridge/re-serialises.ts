import { Buffer } from "node:buffer";
import { jsonOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Passes each frame through JSON.parse and JSON.stringify: white space, escapes, key order, number spelling, large
// integers and duplicate keys change. What is not JSON stays.
runBridge({
  passage: onLines((line) => {
    const value = jsonOf(line);
    return value === undefined ? line : Buffer.from(JSON.stringify(value));
  }),
});
