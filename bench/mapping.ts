import { initialState, mapSession, type SessionFrame } from "../src/mapping/mapping.js";

/** Frames a second through the fold, parsed beforehand and from text: `node dist/bench/mapping.js`. */
const FRAMES = 200_000;
const ROUNDS = 5;

const update = (body: object): string =>
  JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "sess_1", update: body } });

const LINES: Readonly<Record<string, string>> = {
  chunk: update({
    sessionUpdate: "agent_message_chunk",
    content: { type: "text", text: "A sentence of an answer, as long as they are. ".repeat(4) },
  }),
  "tool call": update({
    sessionUpdate: "tool_call",
    toolCallId: "call_1",
    title: "run tests",
    kind: "execute",
    status: "pending",
    rawInput: { command: "npm test", cwd: "/project", env: ["A=1", "B=2"] },
  }),
  "tool update": update({ sessionUpdate: "tool_call_update", toolCallId: "call_1", status: "in_progress" }),
};

for (const [name, line] of Object.entries(LINES)) {
  const message = JSON.parse(line);
  const parse = best(() => JSON.parse(line));
  const fold = best(folding(() => ({ direction: "a2c", message })));
  const both = best(folding(() => ({ direction: "a2c", message: JSON.parse(line) })));
  const rate = (micros: number): string => `${Math.round(1000 / micros)} k/s`;
  process.stdout.write(
    `${name.padEnd(12)} parse ${rate(parse)}, fold ${rate(fold)}, parse + fold ${rate(both)} = ${(both / parse).toFixed(2)} x parse\n`,
  );
}

function folding(frame: () => SessionFrame): () => void {
  let state = initialState();
  return () => {
    [state] = mapSession(state, frame());
  };
}

/** Microseconds a frame, the least of some rounds. */
function best(work: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    for (let count = 0; count < FRAMES; count += 1) work();
    return ((performance.now() - start) * 1000) / FRAMES;
  });
  return Math.min(...rounds);
}
