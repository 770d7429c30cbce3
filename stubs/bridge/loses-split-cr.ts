import { runBridge } from "./relay.js";

// Loses a carriage return that a chunk ends with.
const CR = 0x0d;

runBridge({
  passage: async function* trimChunk(chunks) {
    for await (const chunk of chunks) yield chunk.at(-1) === CR ? chunk.subarray(0, -1) : chunk;
  },
});
