import { readMessage } from "../../src/wire/message.js";
import { linesOf, wholeLine } from "./lines.js";
import { runBridge } from "./relay.js";

// Sends the first notification of each direction twice.
runBridge({
  passage: async function* repeatOnce(chunks) {
    let isRepeated = false;
    for await (const line of linesOf(chunks)) {
      yield wholeLine(line);
      if (isRepeated || readMessage(line.bytes).kind !== "notification") continue;
      yield wholeLine(line);
      isRepeated = true;
    }
  },
});
