import { Buffer } from "node:buffer";
import { setTimeout as delay } from "node:timers/promises";
import { ReceiverTap } from "../../src/bridge/hand-off/receiver-tap.js";
import type { Direction } from "../../src/wire/direction.js";
import { type Emitted, type Load, type LoadOptions, ROUND_MS } from "./load.js";

const DRAIN_MS = 30_000;
/** The mapping remembers 8,192 tool calls of each tee; new ids all the time would fill that for minutes. */
const CALL_IDS = 100;

/** What tees hand over, which the receiver maps itself: each line is one event, some of severity notice. */
export const taps: Load = {
  counts: (json) => /"type":"(tool\.requested|attention\.(requested|resolved))"/.test(json),
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
    for (let sent = 0; sent < due; ) {
      const events = offerSome(tap, session, own.length);
      own.push(...events);
      sent += events.length;
    }
    await delay(ROUND_MS);
  }
  tap.offer("c2a", Buffer.alloc(0));
  tap.offer("a2c", Buffer.alloc(0));
  await tap.drain(DRAIN_MS);
  return own;
}

/** A tool call, or from time to time a permission request and its answer: an event for each line. */
function offerSome(tap: ReceiverTap, session: string, number: number): readonly Emitted[] {
  const offer = (direction: Direction, line: string): void => tap.offer(direction, Buffer.from(`${line}\n`));
  if (number % 5 !== 0) {
    offer("a2c", toolCall(session, number));
    return [{ isGrave: false }];
  }
  offer("a2c", permission(session, number));
  offer("c2a", JSON.stringify({ jsonrpc: "2.0", id: number, result: { outcome: { outcome: "cancelled" } } }));
  return [{ isGrave: true }, { isGrave: false }];
}

function toolCall(sessionId: string, number: number): string {
  const rawInput = { path: "src/main.ts", line: number };
  const update = {
    sessionUpdate: "tool_call",
    toolCallId: `call-${number % CALL_IDS}`,
    title: "Read src/main.ts",
    rawInput,
  };
  return JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } });
}

function permission(sessionId: string, id: number): string {
  const params = { sessionId, toolCall: { toolCallId: `call-${id % CALL_IDS}` }, options: [] };
  return JSON.stringify({ jsonrpc: "2.0", id, method: "session/request_permission", params });
}
