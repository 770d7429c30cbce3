import { readMessage } from "../../src/wire/message.js";
import { editBytes, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Makes every client ask for protocol version 1.
runBridge({
  passage: onLines((line) => {
    const message = readMessage(line);
    const isInitialize = message.kind === "request" && message.method === "initialize";
    if (!isInitialize) return line;
    return editBytes(line, (text) => text.replace(/("protocolVersion"\s*:\s*)[^,}\s]+/, "$11"));
  }),
});
