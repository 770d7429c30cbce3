import type { Step } from "../../driver/sandwich/step.js";
import type { Direction } from "../../wire/direction.js";
import { type Aspect, type BridgeCase, ordinaryEnd } from "../bridge-case.js";

type Said = readonly [Direction, string];

const NEW: Said = ["c2a", request(1, "session/new", '{"cwd":"/tmp","mcpServers":[]}')];
const CREATED: Said = ["a2c", '{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}'];
const PROMPT: Said = [
  "c2a",
  request(2, "session/prompt", '{"sessionId":"s1","prompt":[{"type":"text","text":"Hello"}]}'),
];
const ENDED: Said = ["a2c", '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}'];

/** Sessions that are legal and less usual: what a bridge that keeps books of its own trips over. */
export const conversationCases: readonly BridgeCase[] = [
  conversation("wire.session.early-update", [NEW, update("s1", "before the answer"), CREATED]),
  conversation("wire.session.late-update", [NEW, CREATED, PROMPT, ENDED, update("s1", "after the answer")]),
  conversation("wire.session.two-sessions", [
    NEW,
    CREATED,
    update("s1", "one"),
    update("s2", "two"),
    update("s1", "three"),
  ]),
  conversation("wire.session.cancel", [
    NEW,
    CREATED,
    PROMPT,
    ["c2a", '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}'],
    ["a2c", '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}'],
  ]),
  conversation("wire.session.same-id-both-ways", [
    NEW,
    CREATED,
    PROMPT,
    ["a2c", request(2, "fs/read_text_file", '{"sessionId":"s1","path":"/tmp/a"}')],
    ["c2a", '{"jsonrpc":"2.0","id":2,"result":{"content":"a"}}'],
    ENDED,
  ]),
  conversation(
    "bridge.promise.no-blocking",
    [
      PROMPT,
      ["c2a", request(3, "session/list", "{}")],
      ["a2c", '{"jsonrpc":"2.0","id":3,"result":{"sessions":[]}}'],
      ENDED,
    ],
    "arrivals",
  ),
];

function conversation(id: string, said: readonly Said[], aspect: Aspect = "streams"): BridgeCase {
  const steps = said.flatMap(([dir, text]): Step[] => [
    { do: "write", dir, payload: { text: `${text}\n` } },
    { do: "await", dir },
  ]);
  return { id, steps: [...steps, ...ordinaryEnd], aspects: [aspect], isMalformed: false };
}

function request(id: number, method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
}

function update(sessionId: string, text: string): Said {
  return [
    "a2c",
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${sessionId}","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}}}`,
  ];
}
