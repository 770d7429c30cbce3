import { readMessage } from "../../src/wire/message.js";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Drops notifications without params.
runBridge({
  passage: onLines((line) => {
    const message = readMessage(line);
    return message.kind === "notification" && message.params === undefined ? undefined : line;
  }),
});
