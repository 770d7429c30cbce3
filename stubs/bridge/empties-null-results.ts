import { Buffer } from "node:buffer";
import { objectOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Turns a result that is null into an empty object.
runBridge({
  passage: onLines((line) => {
    const value = objectOf(line);
    return value?.["result"] === null ? Buffer.from(JSON.stringify({ ...value, result: {} })) : line;
  }),
});
