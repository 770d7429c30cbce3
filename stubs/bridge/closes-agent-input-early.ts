import type { Buffer } from "node:buffer";
import { linesOf, wholeLine } from "./lines.js";
import { runBridge } from "./relay.js";

// Closes the agent's input after the client's first line.
runBridge({ passage: (chunks, hop) => (hop.direction === "c2a" ? firstLine(chunks) : chunks) });

async function* firstLine(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const line of linesOf(chunks)) {
    yield wholeLine(line);
    return;
  }
}
