import { isJsonObject } from "../../src/wire/message.js";
import { jsonOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Drops lines that are JSON, but no object and no array.
runBridge({
  passage: onLines((line) => {
    const value = jsonOf(line);
    return value === undefined || isJsonObject(value) || Array.isArray(value) ? line : undefined;
  }),
});
