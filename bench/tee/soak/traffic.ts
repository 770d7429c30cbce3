import { Buffer } from "node:buffer";
import type { Direction } from "../../../src/wire/direction.js";

/** Bytes that one side writes next, for ever. */
export type Traffic = Generator<Buffer, void>;

const LONG_TEXT = "words and é 漢 🙂 ".repeat(4_000);

const ODD = Buffer.from("no JSON\r\n\xff\xfe\x80\n\n\n", "latin1");

/**
 * Sessions as they are, as fast as they go: turns with chunks, tool calls and permissions, texts of 100 KB, now and then a
 * line of 6 MB, bytes that are no UTF-8 and lines that are no JSON. `random` gives numbers from 0 to below 1.
 */
export function* mixedTraffic(direction: Direction, random: () => number): Traffic {
  for (let turn = 1; ; turn += 1) {
    const frames: string[] = [];
    const session = `s${turn % 50}`;
    if (direction === "c2a") frames.push(prompt(turn, session), cancel(session));
    else {
      const updates = Math.floor(random() * 200);
      for (let at = 0; at < updates; at += 1) frames.push(chunk(session, `chunk ${at} of turn ${turn}`));
      frames.push(
        update(session, { sessionUpdate: "tool_call", toolCallId: `t${turn}`, title: "x", kind: "edit" }),
        update(session, { sessionUpdate: "tool_call_update", toolCallId: `t${turn}`, status: "completed" }),
        line({ jsonrpc: "2.0", id: turn, result: { stopReason: "end_turn" } }),
      );
    }
    if (random() < 0.02) frames.push(chunk(session, LONG_TEXT));
    if (random() < 0.001) frames.push(chunk(session, "x".repeat(6_000_000)));
    yield Buffer.from(frames.join(""));
    if (random() < 0.1) yield ODD;
  }
}

/** Requests that nobody ever answers, and ten notifications for each; from both sides the same number. */
export function* unanswered(direction: Direction, requests: number): Traffic {
  for (let at = 1; at <= requests; at += 1) {
    const request =
      direction === "c2a"
        ? prompt(at, "s")
        : line({
            jsonrpc: "2.0",
            id: at,
            method: "session/request_permission",
            params: {
              sessionId: "s",
              toolCall: { toolCallId: `t${at}` },
              options: [{ optionId: "o", name: "Yes", kind: "allow_once" }],
            },
          });
    const notification = direction === "c2a" ? cancel("s") : chunk("s", `after request ${at}`);
    yield Buffer.from(request + notification.repeat(10));
  }
}

function prompt(id: number, sessionId: string): string {
  const params = { sessionId, prompt: [{ type: "text", text: "go on" }] };
  return line({ jsonrpc: "2.0", id, method: "session/prompt", params });
}

function cancel(sessionId: string): string {
  return line({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId } });
}

function chunk(sessionId: string, text: string): string {
  return update(sessionId, { sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
}

function update(sessionId: string, what: object): string {
  return line({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update: what } });
}

function line(message: object): string {
  return `${JSON.stringify(message)}\n`;
}
