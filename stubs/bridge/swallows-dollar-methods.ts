import { readMessage } from "../../src/wire/message.js";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Keeps messages of the protocol level, whose methods begin with `$/`, to itself.
runBridge({
  passage: onLines((line) => {
    const message = readMessage(line);
    return "method" in message && message.method.startsWith("$/") ? undefined : line;
  }),
});
