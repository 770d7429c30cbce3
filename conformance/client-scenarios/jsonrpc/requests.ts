import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Json } from "../../../src/wire/message.js";
import { errorCode, framesOf, told } from "../../scenarios/steps/reply.js";
import { type ClientTurn, inTurn } from "../steps/turn.js";

const ECHOES = "acp.v1.jsonrpc.response-echoes-id";
const ONE = "acp.v1.jsonrpc.exactly-one-response";
const BEYOND = "acp.v1.jsonrpc.id-beyond-double";
const DIRECTION = "acp.v1.jsonrpc.direction-independent-ids";
const UNKNOWN = "acp.v1.jsonrpc.unknown-method";
const CUSTOM_ANSWERED = "acp.v1.ext.request-answered";
const CUSTOM_UNKNOWN = "acp.v1.ext.unknown-request";

const METHOD_NOT_FOUND = -32601;

/** Ids of each type that the schema's RequestId allows, at the edges of what readers can hold. */
const IDS: readonly Json[] = [
  -1,
  2_147_483_648,
  9_007_199_254_740_991,
  "0",
  "",
  "1",
  "é 😀",
  "x".repeat(300),
];

/**
 * Requests that no client knows, with ids of every kind: each is answered once, with its own id and -32601
 * (docs/protocol/v1/extensibility.mdx, "Custom Requests"; JSON-RPC 2.0, sections 4 and 5; schema RequestId).
 */
export const requests: ClientScenario = inTurn(
  "jsonrpc/requests",
  [ECHOES, ONE, BEYOND, DIRECTION, UNKNOWN, CUSTOM_ANSWERED, CUSTOM_UNKNOWN],
  async (stage, turn) => {
    const { connection } = turn;
    const custom = await connection.request("_acp-assay.example/unknown", { note: "nobody knows this one" });
    judgeUnknown(stage, CUSTOM_UNKNOWN, custom);
    stage.expect(CUSTOM_ANSWERED, custom.kind !== "silence", () => unanswered(custom));
    if (custom.kind === "silence") return;
    const unknown = await connection.wrongly(() => connection.request("acp-assay/unknown", {}));
    judgeUnknown(stage, UNKNOWN, unknown);
    await judgeIds(stage, turn);
    await judgeSameId(stage, turn);
    await noteBigId(stage, turn);
  },
);

async function judgeIds(stage: ClientStage, { connection }: ClientTurn): Promise<void> {
  const begun = IDS.map((id) => connection.begin("_acp-assay/echo", {}, id));
  const replies = await Promise.all(begun.map(({ reply }) => reply));
  const silent = replies.find(({ kind }) => kind === "silence");
  if (silent === undefined) {
    stage.holds(ECHOES);
    stage.holds(ONE);
    return;
  }
  // A response whose id nobody asked with is this one's, changed on its way.
  const asked = new Set(connection.transcript.ofHarness().map(({ message }) => keyOf(message)));
  const changed = connection.transcript
    .ofSubject()
    .find(({ message }) => message.kind === "response" && !asked.has(message.id.key));
  if (changed === undefined) stage.violated(ONE, unanswered(silent));
  else {
    stage.violated(ECHOES, {
      expected: "the id of the request in its response",
      actual: "a response with an id that no request has",
      frames: [silent.request, changed],
    });
  }
}

function keyOf(message: ClientTurn["request"]["message"]): string {
  return message.kind === "request" ? message.id.key : "";
}

/** The client's own prompt is open: a request of the agent may have the same id (JSON-RPC 2.0, section 4). */
async function judgeSameId(stage: ClientStage, { connection, request }: ClientTurn): Promise<void> {
  const id = request.message.kind === "request" ? (request.message.value["id"] ?? null) : null;
  const reply = await connection.request("_acp-assay/same-id", {}, id);
  stage.expect(DIRECTION, reply.kind !== "silence", () => ({
    expected: "a request of the agent answered though one of the client is open with the same id",
    actual: told(reply),
    frames: [request, ...framesOf(reply)],
  }));
}

async function noteBigId(stage: ClientStage, { connection }: ClientTurn): Promise<void> {
  const [request] = connection.writeRaw(
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"_acp-assay/big","params":{}}\n',
  );
  await connection.barrier();
  const echoed = connection.transcript
    .ofSubject()
    .find(
      ({ number, message }) =>
        number > (request?.number ?? 0) &&
        message.kind === "response" &&
        message.id.raw.startsWith("90071992547409"),
    );
  const id = echoed?.message.kind === "response" ? echoed.message.id.raw : "nothing";
  stage.recorded(BEYOND, `a request with id 9007199254740993 is answered with ${id}`);
}

function judgeUnknown(stage: ClientStage, id: string, reply: Reply): void {
  stage.expect(id, errorCode(reply) === METHOD_NOT_FOUND, () => ({
    expected: `error ${METHOD_NOT_FOUND} for a method that no client knows`,
    actual: told(reply),
    frames: framesOf(reply),
  }));
}

function unanswered(reply: Reply): { expected: string; actual: string; frames: ReturnType<typeof framesOf> } {
  return { expected: "an answer to the request", actual: told(reply), frames: framesOf(reply) };
}
