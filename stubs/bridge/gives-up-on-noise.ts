import { isBlank, jsonOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Ends with code 1 at the eleventh line in a row that is not JSON.
const PATIENCE_LINES = 10;
const noise = { c2a: 0, a2c: 0 };

runBridge({
  passage: onLines((line, hop) => {
    const isNoise = !isBlank(line) && jsonOf(line) === undefined;
    noise[hop.direction] = isNoise ? noise[hop.direction] + 1 : 0;
    return noise[hop.direction] > PATIENCE_LINES ? process.exit(1) : line;
  }),
});
