import { Buffer } from "node:buffer";
import { runBridge } from "./relay.js";

// Ends an unterminated last line with a line end of its own.
const LF = Buffer.from("\n");

runBridge({
  passage: async function* endWithLineEnd(chunks) {
    let last: Buffer = LF;
    for await (const chunk of chunks) {
      yield chunk;
      last = chunk.subarray(-1);
    }
    if (!last.equals(LF)) yield LF;
  },
});
