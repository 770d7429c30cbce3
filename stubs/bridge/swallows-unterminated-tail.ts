import { linesOf, wholeLine } from "./lines.js";
import { runBridge } from "./relay.js";

// Loses the last line when no line end follows it.
runBridge({
  passage: async function* wholeLinesOnly(chunks) {
    for await (const line of linesOf(chunks)) if (line.eol !== "") yield wholeLine(line);
  },
});
