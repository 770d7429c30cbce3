import { Buffer } from "node:buffer";
import { setTimeout as sleep } from "node:timers/promises";
import { runBridge } from "./relay.js";

// Takes a receiver that has not read for a while for one that lost the last chunk, and sends it again.
const STALL_MS = 10;

runBridge({
  passage: async function* insisting(chunks) {
    let stalled: Buffer = Buffer.alloc(0);
    for await (const chunk of chunks) {
      const started = performance.now();
      yield chunk;
      stalled = performance.now() - started > STALL_MS ? chunk : Buffer.alloc(0);
      if (stalled.length > 0) {
        await sleep(1);
        yield stalled;
      }
    }
  },
});
