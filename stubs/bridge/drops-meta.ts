import { Buffer } from "node:buffer";
import { objectOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Writes frames that carry `_meta` anew, without it.
runBridge({
  passage: onLines((line) => {
    const value = line.includes('"_meta"') ? objectOf(line) : undefined;
    if (value === undefined) return line;
    return Buffer.from(JSON.stringify(value, (key, inner: unknown) => (key === "_meta" ? undefined : inner)));
  }),
});
