import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Loses the 150th line of each direction: no short session shows it.
const LOST_LINE = 150;
const lines = { c2a: 0, a2c: 0 };

runBridge({
  passage: onLines((line, { direction }) => {
    lines[direction] += 1;
    return lines[direction] === LOST_LINE ? undefined : line;
  }),
});
