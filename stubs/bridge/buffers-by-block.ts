import { Buffer } from "node:buffer";
import { runBridge } from "./relay.js";

// Writes whole blocks only, the rest at the end: a short frame does not arrive while its sender waits for the answer.
const BLOCK_BYTES = 4096;

runBridge({
  passage: async function* fillBlocks(chunks) {
    let held = Buffer.alloc(0);
    for await (const chunk of chunks) {
      held = Buffer.concat([held, chunk]);
      const whole = held.length - (held.length % BLOCK_BYTES);
      yield held.subarray(0, whole);
      held = held.subarray(whole);
    }
    yield held;
  },
});
