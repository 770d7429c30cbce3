import { isJsonObject, type Json, readMessage } from "../../src/wire/message.js";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Drops updates that come after the answer to the last prompt of their session.
const openPrompts = new Map<string, Json | undefined>();
const prompted = new Set<Json | undefined>();

runBridge({
  passage: onLines((line) => {
    const message = readMessage(line);
    if (message.kind === "response") openPrompts.delete(message.id.key);
    if (message.kind !== "request" && message.kind !== "notification") return line;
    const sessionId = isJsonObject(message.params) ? message.params["sessionId"] : undefined;
    if (message.kind === "request" && message.method === "session/prompt") {
      openPrompts.set(message.id.key, sessionId);
      prompted.add(sessionId);
    }
    const isIdle = prompted.has(sessionId) && ![...openPrompts.values()].includes(sessionId);
    return message.method === "session/update" && isIdle ? undefined : line;
  }),
});
