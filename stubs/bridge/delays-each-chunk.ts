import type { Buffer } from "node:buffer";
import { setTimeout as sleep } from "node:timers/promises";
import { runBridge } from "./relay.js";

// A control, odd but legal unless a latency is promised: each chunk comes late, in order and whole.
const DELAY_MS = 25;

runBridge({ passage: delay });

async function* delay(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    await sleep(DELAY_MS);
    yield chunk;
  }
}
