import { isBlank, jsonOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Filters lines that are not JSON out.
runBridge({
  passage: onLines((line) => (isBlank(line) || jsonOf(line) !== undefined ? line : undefined)),
});
