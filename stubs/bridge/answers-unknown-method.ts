import { Buffer } from "node:buffer";
import { readMessage } from "../../src/wire/message.js";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Answers requests for extension methods itself instead of passing them on.
runBridge({
  passage: onLines((line, hop) => {
    const message = readMessage(line);
    if (message.kind !== "request" || !message.method.startsWith("_")) return line;
    const error = '{"code":-32601,"message":"Method not found"}';
    hop.answer(Buffer.from(`{"jsonrpc":"2.0","id":${message.id.raw},"error":${error}}\n`));
    return undefined;
  }),
});
