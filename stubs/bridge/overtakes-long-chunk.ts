import type { Buffer } from "node:buffer";
import { runBridge } from "./relay.js";

// Sends a full chunk behind the short one that follows it.
const LONG_BYTES = 65_536;

runBridge({
  passage: async function* shortFirst(chunks) {
    let held: Buffer | undefined;
    for await (const chunk of chunks) {
      const isShort = chunk.length < LONG_BYTES;
      if (held !== undefined && isShort) yield chunk;
      if (held !== undefined) yield held;
      if (held === undefined || !isShort) {
        held = isShort ? undefined : chunk;
        if (isShort) yield chunk;
      } else held = undefined;
    }
    if (held !== undefined) yield held;
  },
});
