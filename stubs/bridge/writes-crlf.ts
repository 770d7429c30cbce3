import { linesOf, wholeLine } from "./lines.js";
import { runBridge } from "./relay.js";

// Writes the agent's lines in text mode: LF becomes CRLF.
runBridge({
  passage: async function* writeText(chunks, hop) {
    if (hop.direction === "c2a") return yield* chunks;
    for await (const line of linesOf(chunks))
      yield wholeLine(line.eol === "\n" ? { ...line, eol: "\r\n" } : line);
  },
});
