import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Loses the 5000th line of each direction: only a burst shows it.
const LOST_LINE = 5000;
const lines = { c2a: 0, a2c: 0 };

runBridge({
  passage: onLines((line, { direction }) => {
    lines[direction] += 1;
    return lines[direction] === LOST_LINE ? undefined : line;
  }),
});
