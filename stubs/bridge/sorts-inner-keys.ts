import { Buffer } from "node:buffer";
import { isJsonObject, type Json } from "../../src/wire/message.js";
import { objectOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Writes `value` objects of extension methods with their members in the order of their names.
runBridge({
  passage: onLines((line) => {
    const frame = objectOf(line);
    const params = frame?.["params"];
    const value = isJsonObject(params) ? params["value"] : undefined;
    if (!isJsonObject(value) || !("z" in value)) return line;
    return Buffer.from(JSON.stringify({ ...frame, params: { value: sorted(value) } }));
  }),
});

function sorted(value: { readonly [key: string]: Json }): Json {
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
