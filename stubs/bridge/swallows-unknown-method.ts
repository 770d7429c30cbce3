import { readMessage } from "../../src/wire/message.js";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Drops requests and notifications for extension methods.
runBridge({
  passage: onLines((line) => {
    const message = readMessage(line);
    return "method" in message && message.method.startsWith("_") ? undefined : line;
  }),
});
