import type { Reply } from "../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import { framesOf, told } from "../steps/reply.js";
import { afterInitialize, type Ready } from "../steps/setup.js";

const ECHO = "acp.v1.jsonrpc.response-echoes-id";
const ONE = "acp.v1.jsonrpc.exactly-one-response";
const BEYOND = "acp.v1.jsonrpc.id-beyond-double";
const CUSTOM = "acp.v1.ext.request-answered";

/** Ids as the schema allows them: RequestId is a string or a 64-bit integer, and any of these fits a double. */
const IDS: readonly Json[] = [
  0,
  -1,
  2147483648,
  Number.MAX_SAFE_INTEGER,
  "1",
  "007",
  "a b",
  "a\u0000b",
  "é😀",
  "x".repeat(300),
  "5c0ffee0-1d2e-4f30-8a41-9b52ac63bd74",
];

/**
 * A response repeats the id of its request, value and type (JSON-RPC 2.0, section 5, taken in by
 * docs/protocol/v1/overview.mdx, "Communication Model"). The requests are custom ones, which every agent answers with a
 * result or an error (docs/protocol/v1/extensibility.mdx, "Custom Requests").
 */
export const ids: AgentScenario = afterInitialize(
  "jsonrpc/ids",
  [ECHO, ONE, BEYOND, CUSTOM],
  async (stage, ready) => {
    const replies = await askAtOnce(ready, IDS);
    // The number and the string are open at once: an agent that reads ids as text mixes them up.
    if (replies.every(({ kind }) => kind !== "silence"))
      replies.push(...(await askAtOnce(ready, [42, "42"])));
    for (const reply of replies) judgeReply(stage, ready, reply);
    await recordBeyondDouble(stage, ready);
  },
);

async function askAtOnce({ connection }: Ready, ids: readonly Json[]): Promise<Reply[]> {
  return await Promise.all(ids.map((id) => connection.begin("_acp-assay/echo", {}, id).reply));
}

function judgeReply(stage: AgentStage, ready: Ready, reply: Reply): void {
  if (reply.kind !== "silence") {
    stage.holds(ECHO);
    stage.holds(ONE);
    stage.holds(CUSTOM);
    return;
  }
  const changed = answerWithChangedId(ready, reply.request);
  if (changed !== undefined) {
    stage.violated(ECHO, {
      expected: `a response with id ${idText(reply.request)}`,
      actual: `a response with id ${idText(changed)}`,
      frames: [reply.request, changed],
    });
    return;
  }
  const finding = { expected: "a response", actual: told(reply), frames: framesOf(reply) };
  stage.violated(CUSTOM, finding);
  stage.violated(ONE, finding);
}

/** A response behind a request that no request asked for is meant for that one. */
function answerWithChangedId({ connection }: Ready, request: Frame): Frame | undefined {
  const asked = new Set(connection.transcript.of("c2a").map(keyOf));
  return connection.transcript
    .of("a2c")
    .find(
      (frame) =>
        frame.number > request.number && frame.message.kind === "response" && !asked.has(keyOf(frame)),
    );
}

function keyOf({ message }: Frame): string | undefined {
  return message.kind === "request" || message.kind === "response" ? message.id.key : undefined;
}

function idText({ message }: Frame): string {
  return message.kind === "request" || message.kind === "response" ? message.id.raw : "none";
}

async function recordBeyondDouble(stage: AgentStage, { connection }: Ready): Promise<void> {
  const text = "9007199254740993";
  const seen = connection.transcript.frames.length;
  connection.writeRaw(`{"jsonrpc":"2.0","id":${text},"method":"_acp-assay/echo","params":{}}\n`);
  await connection.barrier();
  const answer = connection.transcript
    .of("a2c")
    .find((frame) => frame.number > seen && idText(frame).startsWith("90071992547"));
  const what = answer === undefined ? "not answered" : `answered with id ${idText(answer)}`;
  stage.recorded(BEYOND, `a request with id ${text} is ${what}`);
}
