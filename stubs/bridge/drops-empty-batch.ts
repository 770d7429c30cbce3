import { jsonOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Drops an empty array, as a batch with nothing to do.
runBridge({
  passage: onLines((line) => {
    const value = jsonOf(line);
    return Array.isArray(value) && value.length === 0 ? undefined : line;
  }),
});
