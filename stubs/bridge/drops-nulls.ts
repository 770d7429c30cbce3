import { Buffer } from "node:buffer";
import { isJsonObject, type Json } from "../../src/wire/message.js";
import { objectOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Writes frames anew without the members inside params and result that are null: absent and null are not the same.
runBridge({
  passage: onLines((line) => {
    const value = objectOf(line);
    const hasNull = value !== undefined && line.includes("null");
    return hasNull ? Buffer.from(JSON.stringify(value, (_key, inner: Json) => withoutNulls(inner))) : line;
  }),
});

function withoutNulls(value: Json): Json {
  if (!isJsonObject(value) || "jsonrpc" in value) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}
