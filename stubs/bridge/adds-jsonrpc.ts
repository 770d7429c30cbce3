import { Buffer } from "node:buffer";
import { objectOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Repairs a frame that does not name its JSON-RPC version.
runBridge({
  passage: onLines((line) => {
    const value = objectOf(line);
    if (value === undefined || "jsonrpc" in value) return line;
    return Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...value }));
  }),
});
