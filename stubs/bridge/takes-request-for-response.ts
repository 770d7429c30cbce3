import { readMessage } from "../../src/wire/message.js";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Pairs by id alone: an agent's request with the id of an open client request counts as its answer and is dropped.
const open = new Set<string>();

runBridge({
  passage: onLines((line, hop) => {
    const message = readMessage(line);
    if (message.kind === "malformed" || message.kind === "notification") return line;
    if (hop.direction === "c2a") {
      if (message.kind === "request") open.add(message.id.key);
      return line;
    }
    const isOpen = open.delete(message.id.key);
    return isOpen && message.kind === "request" ? undefined : line;
  }),
});
