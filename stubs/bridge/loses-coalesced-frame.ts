import { LineSplitter } from "../../src/wire/line-splitter.js";
import { wholeLine } from "./lines.js";
import { runBridge } from "./relay.js";

// Takes a chunk for one frame: where two writes have come as one, the second frame is lost.
runBridge({
  passage: async function* firstOnly(chunks) {
    const splitter = new LineSplitter();
    for await (const chunk of chunks) {
      const [line] = splitter.push(chunk);
      if (line !== undefined) yield wholeLine(line);
    }
    const tail = splitter.end();
    if (tail !== undefined) yield tail.bytes;
  },
});
