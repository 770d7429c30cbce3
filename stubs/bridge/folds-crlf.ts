import { Buffer } from "node:buffer";
import { linesOf } from "./lines.js";
import { runBridge } from "./relay.js";

// Turns CRLF into LF.
runBridge({
  passage: async function* foldLineEnds(chunks) {
    for await (const line of linesOf(chunks))
      yield Buffer.concat([line.bytes, Buffer.from(line.eol.slice(-1))]);
  },
});
