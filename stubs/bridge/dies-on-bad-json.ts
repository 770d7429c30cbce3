import { isBlank, jsonOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Ends with code 1 at a line that is not JSON.
runBridge({
  passage: onLines((line) => (isBlank(line) || jsonOf(line) !== undefined ? line : process.exit(1))),
});
