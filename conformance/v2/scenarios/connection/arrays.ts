import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { isJsonObject } from "../../../../src/wire/message.js";
import { at, member, shortly } from "../../../scenarios/steps/reply.js";
import { cannotJudge, type Ready } from "../../../scenarios/steps/setup.js";
import { initialize } from "../../steps/setup.js";

const EMPTY = "acp.v2.batch.non-empty";
const BROKEN = "acp.v2.batch.invalid-json";
const ENTRY = "acp.v2.batch.invalid-entry";
const RESPONSES = "acp.v2.batch.response-array";
const NOTIFICATIONS = "acp.v2.batch.no-reply-to-notification";
const REMOVED = "acp.v2.batch.removed";

const ALL = [EMPTY, BROKEN, ENTRY, RESPONSES, NOTIFICATIONS, REMOVED];

const REQUEST = '{"jsonrpc":"2.0","id":"array-1","method":"_acp-assay/echo","params":{}}';
const OTHER = '{"jsonrpc":"2.0","id":"array-2","method":"_acp-assay/echo","params":{}}';
const NOTIFICATION = '{"jsonrpc":"2.0","method":"_acp-assay/note","params":{}}';

/**
 * Arrays of messages. The page takes them (docs/protocol/v2/transports.mdx, "JSON-RPC Batch Messages") and the schema of
 * November 2026 has none, so what becomes of a good one is written down; what is wrong under both is judged.
 */
export const arrays: AgentScenario = {
  name: "jsonrpc/arrays",
  judges: ALL,
  async run(stage) {
    const ready = await initialize(stage);
    if ("reason" in ready) {
      cannotJudge(stage, ALL, ready.reason);
      return;
    }
    await judgeError(stage, ready, EMPTY, "[]", -32600);
    await judgeError(stage, ready, BROKEN, "[{", -32700);
    await record(stage, ready, ENTRY, `[1,${REQUEST}]`);
    await record(stage, ready, RESPONSES, `[${REQUEST},${OTHER},${NOTIFICATION}]`);
    await record(stage, ready, NOTIFICATIONS, `[${NOTIFICATION},${NOTIFICATION}]`);
    await record(stage, ready, REMOVED, `[${REQUEST}]`);
  },
};

/** What comes back for a line, up to the answer to a later request; undefined when that does not come. */
async function sent(
  { connection }: Ready,
  line: string,
): Promise<{ request: Frame; answers: Frame[] } | undefined> {
  const [request] = connection.wrongly(() => connection.writeRaw(`${line}\n`));
  const barrier = await connection.barrier();
  if (request === undefined || barrier.kind === "silence") return undefined;
  const answers = connection.transcript
    .of("a2c")
    .filter(({ number }) => number > request.number && number < barrier.frame.number);
  return { request, answers };
}

async function judgeError(
  stage: AgentStage,
  ready: Ready,
  id: string,
  line: string,
  code: number,
): Promise<void> {
  const seen = await sent(ready, line);
  // What came later may be answered first: the error has the usual wait.
  const late = seen === undefined ? undefined : await ready.connection.frame(isVerdict, seen.request.number);
  if (seen === undefined) {
    stage.violated(id, {
      expected: `one error ${code} with id null for ${line}`,
      actual: "no answer to this or to a later request",
    });
    return;
  }
  const { request, answers } = seen;
  const early = answers.filter(isVerdict);
  const errors = early.length === 0 && late !== undefined ? [late] : early;
  const [only] = errors;
  const value = only?.message.kind === "response" ? only.message.value : undefined;
  const isRight = errors.length === 1 && value?.["id"] === null && at(value, "error", "code") === code;
  stage.expect(id, isRight, () => ({
    expected: `one error ${code} with id null for ${line}`,
    actual: errors.map(({ text }) => shortly(text)).join(", ") || "nothing",
    frames: [request, ...errors.slice(0, 2)],
  }));
}

/** A response, or what should have been one. */
function isVerdict({ message }: Frame): boolean {
  if (message.kind === "response") return message.id.type === "null";
  return message.kind === "malformed";
}

async function record(stage: AgentStage, ready: Ready, id: string, line: string): Promise<void> {
  const seen = await sent(ready, line);
  const gives = seen === undefined ? "silence" : seen.answers.map(formOf).join(", ") || "nothing";
  stage.recorded(id, `${line.slice(0, 60)}… gives ${gives}`);
}

function formOf({ message }: Frame): string {
  if (message.kind === "malformed") return Array.isArray(message.value) ? "an array" : message.reason;
  const error = isJsonObject(message.value) ? member(message.value, "error") : undefined;
  return error === undefined ? `a ${message.kind}` : `error ${shortly(member(error, "code"))}`;
}
