import { isJsonObject, type Json } from "../../src/wire/message.js";
import { objectOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Drops updates of a session that neither a request nor a response has named yet.
const known = new Set<Json | undefined>();

runBridge({
  passage: onLines((line) => {
    const value = objectOf(line);
    const sessionId = sessionOf(value?.["params"]) ?? sessionOf(value?.["result"]);
    const isUpdate = value?.["method"] === "session/update";
    if (isUpdate) return sessionId === undefined || known.has(sessionId) ? line : undefined;
    if (sessionId !== undefined) known.add(sessionId);
    return line;
  }),
});

function sessionOf(value: Json | undefined): Json | undefined {
  return isJsonObject(value) ? value["sessionId"] : undefined;
}
