import { objectOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Drops responses that have both a result and an error.
runBridge({
  passage: onLines((line) => {
    const value = objectOf(line);
    return value !== undefined && "result" in value && "error" in value ? undefined : line;
  }),
});
