import { Buffer } from "node:buffer";
import type { Line } from "../../src/wire/line-splitter.js";

/** A whole line of this text, or of this value as JSON. */
export function lineOf(content: string | object): Line {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return { bytes: Buffer.from(text), eol: "\n", cutBytes: 0 };
}

/** A request, notification or response with its `jsonrpc`. */
export function rpc(members: object): object {
  return { jsonrpc: "2.0", ...members };
}

/** The frames of a short session, with their directions: a prompt, some chunks, the end of the turn. */
export function session(
  chunks: readonly string[] = ["a", "b"],
): readonly (readonly ["c2a" | "a2c", object])[] {
  const text = (said: string): object => ({ type: "text", text: said });
  return [
    ["c2a", rpc({ id: 0, method: "initialize", params: { protocolVersion: 1 } })],
    ["a2c", rpc({ id: 0, result: { protocolVersion: 1 } })],
    ["c2a", rpc({ id: 1, method: "session/prompt", params: { sessionId: "s", prompt: [text("hi")] } })],
    ...chunks.map((said): ["a2c", object] => ["a2c", chunk(text(said))]),
    ["a2c", rpc({ id: 1, result: { stopReason: "end_turn" } })],
  ];
}

function chunk(content: object): object {
  const update = { sessionUpdate: "agent_message_chunk", content };
  return rpc({ method: "session/update", params: { sessionId: "s", update } });
}
