import { Buffer } from "node:buffer";
import { readMessage } from "../../src/wire/message.js";
import { linesOf, wholeLine } from "./lines.js";
import { runBridge } from "./relay.js";

// Passes a notification on only together with the line behind it. Request and response turns do not show it.
runBridge({
  passage: async function* holdNotification(chunks) {
    let held: Buffer = Buffer.alloc(0);
    for await (const line of linesOf(chunks)) {
      yield held;
      held = wholeLine(line);
      if (readMessage(line.bytes).kind === "notification") continue;
      yield held;
      held = Buffer.alloc(0);
    }
    yield held;
  },
});
