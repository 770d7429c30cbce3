import { Buffer } from "node:buffer";
import { runBridge } from "./relay.js";

// Takes each chunk for a message and ends it with a line end: a frame that comes in two reads becomes two lines.
const LF = Buffer.from("\n");

runBridge({
  passage: async function* endEachChunk(chunks) {
    for await (const chunk of chunks) {
      yield chunk;
      if (!chunk.subarray(-1).equals(LF)) yield LF;
    }
  },
});
