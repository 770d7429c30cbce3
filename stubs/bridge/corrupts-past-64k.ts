import { Buffer } from "node:buffer";
import { runBridge } from "./relay.js";

// Spoils one byte of each direction: the one behind the first 64 KiB.
const SPOILED_AT = 65_536;

runBridge({
  passage: async function* spoilOne(chunks) {
    let before = 0;
    for await (const chunk of chunks) {
      const at = SPOILED_AT - before;
      before += chunk.length;
      const spoiled = Buffer.from(chunk);
      if (at >= 0 && at < spoiled.length) spoiled[at] = (spoiled[at] ?? 0) ^ 1;
      yield spoiled;
    }
  },
});
