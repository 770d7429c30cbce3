import { Buffer } from "node:buffer";
import { linesOf, wholeLine } from "./lines.js";
import { runBridge } from "./relay.js";

// Passes a line on only when the next one has come, the last one at the end.
runBridge({
  passage: async function* holdOneLine(chunks) {
    let held: Buffer = Buffer.alloc(0);
    for await (const line of linesOf(chunks)) {
      yield held;
      held = wholeLine(line);
    }
    yield held;
  },
});
