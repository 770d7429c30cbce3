import { Buffer } from "node:buffer";
import { objectOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Writes a frame anew with the members that JSON-RPC names, when it has others.
const KNOWN: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params", "result", "error"]);

runBridge({
  passage: onLines((line) => {
    const members = Object.entries(objectOf(line) ?? {});
    const known = members.filter(([key]) => KNOWN.has(key));
    return known.length === members.length ? line : Buffer.from(JSON.stringify(Object.fromEntries(known)));
  }),
});
