import { Buffer } from "node:buffer";
import { runBridge } from "./relay.js";

// Decodes chunk by chunk: a character that two chunks share becomes replacement characters.
runBridge({
  passage: async function* decodeEachChunk(chunks) {
    for await (const chunk of chunks) yield Buffer.from(chunk.toString("utf8"));
  },
});
