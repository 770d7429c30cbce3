import { Buffer } from "node:buffer";
import { setTimeout as sleep } from "node:timers/promises";
import { runBridge } from "./relay.js";

// Keeps the chunk of either direction in one buffer until it is written: what comes the other way meanwhile overwrites it.
const SHARED = Buffer.alloc(65_536);
const HOLD_MS = 20;

runBridge({
  passage: async function* sharing(chunks) {
    for await (const chunk of chunks) {
      if (chunk.length > SHARED.length) {
        yield chunk;
        continue;
      }
      chunk.copy(SHARED);
      await sleep(HOLD_MS);
      yield Buffer.from(SHARED.subarray(0, chunk.length));
    }
  },
});
