import type { AgentConnection, Reply } from "../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { member, shortly } from "../steps/reply.js";
import { initialize } from "../steps/setup.js";

const PARSE = "acp.v1.jsonrpc.parse-error";
const NULL_ID = "acp.v1.jsonrpc.parse-error-null-id";
const INVALID = "acp.v1.jsonrpc.invalid-request";
const SURVIVES = "acp.v1.jsonrpc.survives-bad-frame";

type Expected = { readonly id: string; readonly code: number };

const PARSE_ERROR: Expected = { id: PARSE, code: -32700 };
const INVALID_REQUEST: Expected = { id: INVALID, code: -32600 };

const BAD_LINES: readonly (readonly [line: string, expected: Expected])[] = [
  ["this is not JSON", PARSE_ERROR],
  ['{"jsonrpc":"2.0","id":1,"method":', PARSE_ERROR],
  ["5", INVALID_REQUEST],
  ['"text"', INVALID_REQUEST],
  ["{}", INVALID_REQUEST],
];

/**
 * Whether a line that is no message is answered at all is left open (docs/protocol/v1/error.mdx is empty), but an
 * answer follows JSON-RPC 2.0: -32700 for what is not JSON, -32600 for JSON that is no request (section 5.1), and id
 * null, since none could be read (section 5).
 */
export const badFrames: AgentScenario = {
  name: "jsonrpc/bad-frames",
  judges: [PARSE, NULL_ID, INVALID, SURVIVES],
  async run(stage) {
    const notes: string[] = [];
    for (const [line, expected] of BAD_LINES) {
      // A process for each line: a late answer to one must not be taken for an answer to the next.
      const ready = await initialize(stage);
      if ("reason" in ready) return;
      const survived = await judgeLine(stage, ready.connection, line, expected);
      notes.push(`${line}: ${survived ? "goes on" : "no longer answers"}`);
      await ready.connection.close();
    }
    stage.recorded(SURVIVES, notes.join("; "));
  },
};

async function judgeLine(
  stage: AgentStage,
  connection: AgentConnection,
  line: string,
  expected: Expected,
): Promise<boolean> {
  const [sent] = connection.wrongly(() => connection.writeRaw(`${line}\n`));
  const barrier = await connection.barrier();
  // An answer may be written a moment later than that to the request behind it.
  const second = barrier.kind === "silence" ? barrier : await connection.barrier();
  const after = connection.transcript.of("a2c").filter(({ number }) => number > (sent?.number ?? 0));
  const answer = after.filter(isError).find((frame) => !isAnswer(barrier, frame) && !isAnswer(second, frame));
  if (answer === undefined) {
    stage.recorded(expected.id, "lines that are no message are not answered");
    stage.vacuous(NULL_ID, "lines that are no message are not answered");
  } else judgeAnswer(stage, sent, answer, expected);
  return barrier.kind !== "silence";
}

function judgeAnswer(stage: AgentStage, sent: Frame | undefined, answer: Frame, expected: Expected): void {
  const { message } = answer;
  if (message.kind !== "response") return;
  const code = member(message.value["error"], "code");
  stage.expect(expected.id, code === expected.code, () => ({
    expected: `error ${expected.code}, if the line is answered at all`,
    actual: `error ${shortly(code)}`,
    frames: [sent, answer],
  }));
  stage.expect(NULL_ID, message.id.type === "null", () => ({
    expected: "id null in the answer to a line whose id cannot be read",
    actual: `id ${message.id.raw}`,
    frames: [sent, answer],
  }));
}

function isAnswer(reply: Reply, frame: Frame): boolean {
  return reply.kind !== "silence" && reply.frame === frame;
}

function isError({ message }: Frame): boolean {
  return message.kind === "response" && "error" in message.value;
}
