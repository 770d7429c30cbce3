import type { Buffer } from "node:buffer";
import { runBridge } from "./relay.js";

// A control, odd but legal: the same bytes in other pieces. Small chunks go on in writes of 1 to 7 bytes; a long one
// would take millions of them, so it is only cut at a place where no reader cuts.
const SMALL_BYTES = 4096;
const LONG_PIECE_BYTES = 8191;

runBridge({ passage: rechunk });

async function* rechunk(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += size) {
      size = chunk.length > SMALL_BYTES ? LONG_PIECE_BYTES : (size % 7) + 1;
      yield chunk.subarray(at, at + size);
    }
  }
}
