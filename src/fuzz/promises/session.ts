import type { Step } from "../../driver/sandwich/step.js";
import type { Direction } from "../../wire/direction.js";

/** One line of an ordinary session, written by its side; each is awaited at the other end. */
const SESSION: readonly (readonly [Direction, string])[] = [
  [
    "c2a",
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}',
  ],
  [
    "a2c",
    '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"loadSession":false}}}',
  ],
  ["c2a", '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/tmp","mcpServers":[]}}'],
  ["a2c", '{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}'],
  [
    "c2a",
    '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hello"}]}}',
  ],
  [
    "a2c",
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}}',
  ],
  [
    "a2c",
    '{"jsonrpc":"2.0","id":0,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Edit"},"options":[{"optionId":"o1","name":"Allow","kind":"allow_once"}]}}',
  ],
  ["c2a", '{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"selected","optionId":"o1"}}}'],
  ["a2c", '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}'],
];

/** An ordinary session, line by line: compact JSON, unique ids, nothing that any bridge could object to. */
export const ordinarySession: readonly Step[] = SESSION.flatMap(([dir, text]): Step[] => [
  { do: "write", dir, payload: { text: `${text}\n` } },
  { do: "await", dir },
]);

/** A session/update whose text tells its place in a sequence. */
export function numberedUpdate(place: number): string {
  return `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"part ${place}"}}}}\n`;
}

/** An extension notification of the client that tells its place in a sequence. */
export function numberedNotice(place: number): string {
  return `{"jsonrpc":"2.0","method":"_acp-assay/notice","params":{"place":${place}}}\n`;
}
