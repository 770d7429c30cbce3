import { Buffer } from "node:buffer";
import { isJsonObject } from "../../src/wire/message.js";
import { objectOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Files the updates of every session under the first one that had an update.
let first: string | undefined;

runBridge({
  passage: onLines((line) => {
    const value = objectOf(line);
    const params = value?.["params"];
    if (value?.["method"] !== "session/update" || !isJsonObject(params)) return line;
    const sessionId = params["sessionId"];
    if (typeof sessionId !== "string") return line;
    first ??= sessionId;
    if (sessionId === first) return line;
    return Buffer.from(JSON.stringify({ ...value, params: { ...params, sessionId: first } }));
  }),
});
