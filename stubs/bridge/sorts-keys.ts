import { Buffer } from "node:buffer";
import { isJsonObject, type Json } from "../../src/wire/message.js";
import { objectOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Writes the members of every object in the order of their names, as a map type does.
runBridge({
  passage: onLines((line) => {
    const value = objectOf(line);
    return value === undefined
      ? line
      : Buffer.from(JSON.stringify(value, (_key, inner: Json) => sortMembers(inner)));
  }),
});

function sortMembers(value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
