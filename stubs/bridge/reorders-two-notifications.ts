import type { Buffer } from "node:buffer";
import { type Line, LineSplitter } from "../../src/wire/line-splitter.js";
import { readMessage } from "../../src/wire/message.js";
import { wholeLine } from "./lines.js";
import { runBridge } from "./relay.js";

// Swaps two notifications that follow each other in one chunk.
runBridge({ passage: swapNeighbours });

async function* swapNeighbours(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) {
    const lines = splitter.push(chunk);
    for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
      const next = lines[0];
      if (isNotification(line) && isNotification(next)) {
        lines.shift();
        yield wholeLine(next);
      }
      yield wholeLine(line);
    }
  }
  const tail = splitter.end();
  if (tail !== undefined) yield tail.bytes;
}

function isNotification(line: Line | undefined): line is Line {
  return line !== undefined && readMessage(line.bytes).kind === "notification";
}
