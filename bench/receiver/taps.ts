import { Buffer } from "node:buffer";
import { setTimeout as delay } from "node:timers/promises";
import { ReceiverTap } from "../../src/bridge/hand-off/receiver-tap.js";
import { type Emitted, type Load, type LoadOptions, ROUND_MS } from "./load.js";

const DRAIN_MS = 5_000;

/** What tees hand over, which the receiver maps itself: each line is one event, every fifth of severity notice. */
export const taps: Load = {
  counts: (json) => /"type":"(tool|attention)\.requested"/.test(json),
  isGrave: (json) => json.includes('"type":"attention.requested"'),
  emitAll,
};

/** One tee: some lines of its agent every round until the time is over. */
async function emitAll(emitter: number, options: LoadOptions): Promise<readonly Emitted[]> {
  const { emitters, rate, isOver, elapsed, port } = options;
  const own: Emitted[] = [];
  const tap = new ReceiverTap({ host: "127.0.0.1", port, token: undefined });
  const session = `bench-${emitter}`;
  await delay((ROUND_MS / emitters) * emitter);
  while (!isOver()) {
    const due = Math.floor((elapsed() * rate) / emitters) - own.length;
    for (let index = 0; index < due; index += 1) {
      const isGrave = own.length % 5 === 0;
      const line = isGrave ? permission(session, own.length) : toolCall(session, own.length);
      tap.offer("a2c", Buffer.from(`${line}\n`));
      own.push({ isGrave });
    }
    await delay(ROUND_MS);
  }
  tap.offer("c2a", Buffer.alloc(0));
  tap.offer("a2c", Buffer.alloc(0));
  await tap.drain(DRAIN_MS);
  return own;
}

function toolCall(sessionId: string, number: number): string {
  const rawInput = { path: "src/main.ts", line: number };
  const update = {
    sessionUpdate: "tool_call",
    toolCallId: `call-${number}`,
    title: "Read src/main.ts",
    rawInput,
  };
  return JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } });
}

function permission(sessionId: string, id: number): string {
  const params = { sessionId, toolCall: { toolCallId: `call-${id}` }, options: [] };
  return JSON.stringify({ jsonrpc: "2.0", id, method: "session/request_permission", params });
}
