import type { Buffer } from "node:buffer";
import { readMessage } from "../../src/wire/message.js";
import { linesOf, wholeLine } from "./lines.js";
import type { Hop } from "./pump.js";
import { runBridge } from "./relay.js";

// Holds the agent's notifications until the client writes again, so that the client acts before it could know. A
// request, a response or the end behind them releases them too: order within the direction stays.
const held: Buffer[] = [];

runBridge({ passage: (chunks, hop) => (hop.direction === "c2a" ? release(chunks, hop) : hold(chunks)) });

async function* hold(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const line of linesOf(chunks)) {
    held.push(wholeLine(line));
    if (readMessage(line.bytes).kind !== "notification") yield* held.splice(0);
  }
  yield* held.splice(0);
}

async function* release(chunks: AsyncIterable<Buffer>, hop: Hop): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    for (const bytes of held.splice(0)) hop.answer(bytes);
  }
}
