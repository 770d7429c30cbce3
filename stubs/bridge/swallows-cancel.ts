import { readMessage } from "../../src/wire/message.js";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Drops the notification that cancels a prompt turn.
runBridge({
  passage: onLines((line) => {
    const message = readMessage(line);
    return message.kind === "notification" && message.method === "session/cancel" ? undefined : line;
  }),
});
