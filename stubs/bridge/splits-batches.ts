import { Buffer } from "node:buffer";
import { jsonOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Takes a batch array apart and sends each of its entries on a line of its own.
runBridge({
  passage: onLines((line) => {
    const value = jsonOf(line);
    if (!Array.isArray(value) || value.length === 0) return line;
    return Buffer.from(value.map((entry) => JSON.stringify(entry)).join("\n"));
  }),
});
