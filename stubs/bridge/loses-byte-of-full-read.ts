import { runBridge } from "./relay.js";

// Takes a read that fills its buffer for one that ended with a terminator, and leaves the last byte out.
const BUFFER_BYTES = 65_536;

runBridge({
  passage: async function* withoutTerminator(chunks) {
    for await (const chunk of chunks) yield chunk.length === BUFFER_BYTES ? chunk.subarray(0, -1) : chunk;
  },
});
