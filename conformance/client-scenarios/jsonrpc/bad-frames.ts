import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { member, shortly, told } from "../../scenarios/steps/reply.js";
import { unaskedResponses } from "../steps/responses.js";
import { beginTurn, type ClientTurn, NO_PROMPT, notTested } from "../steps/turn.js";

const PARSE = "acp.v1.jsonrpc.parse-error";
const NULL_ID = "acp.v1.jsonrpc.parse-error-null-id";
const INVALID = "acp.v1.jsonrpc.invalid-request";
const SURVIVES = "acp.v1.jsonrpc.survives-bad-frame";
const BATCH = "acp.v1.jsonrpc.batch-received";
const BLANK = "acp.v1.transport.blank-lines-crlf";
const JUDGES = [PARSE, NULL_ID, INVALID, SURVIVES, BATCH, BLANK];

/** Lines that are no message, each with what JSON-RPC 2.0 answers to it (section 5.1), if it is answered at all. */
const BAD_LINES: readonly (readonly [line: string, id: string, code: number])[] = [
  ["this is not JSON", PARSE, -32700],
  ["5", INVALID, -32600],
];

/** Lines on which the documents are silent. */
const OPEN_LINES: readonly (readonly [line: string, id: string, what: string])[] = [
  ['[{"jsonrpc":"2.0","id":"b","method":"_acp-assay/in-batch","params":{}}]', BATCH, "a batch of one"],
  ["\n\r", BLANK, "a blank line and one of CR alone"],
];

/** What is no message, from an agent that prints things (JSON-RPC 2.0, sections 5 and 5.1). */
export const badFrames: ClientScenario = {
  name: "jsonrpc/bad-frames",
  judges: JUDGES,
  async run(stage) {
    const notes: string[] = [];
    for (const [line, id, code] of BAD_LINES) {
      // A client for each line: a late answer to one must not be taken for an answer to the next.
      const turn = await beginTurn(stage);
      if (turn === undefined) return notTested(stage, JUDGES, NO_PROMPT);
      const survived = await judgeLine(stage, turn, line, { id, code });
      notes.push(`${line}: ${survived ? "goes on" : "no longer answers"}`);
      turn.end();
    }
    stage.recorded(SURVIVES, notes.join("; "));
    for (const [line, id, what] of OPEN_LINES) {
      const turn = await beginTurn(stage);
      if (turn === undefined) return notTested(stage, JUDGES, NO_PROMPT);
      turn.connection.wrongly(() => turn.connection.writeRaw(`${line}\n`));
      stage.recorded(id, `after ${what}: ${told(await turn.connection.barrier())}`);
      turn.end();
    }
  },
};

async function judgeLine(
  stage: ClientStage,
  { connection }: ClientTurn,
  line: string,
  expected: { readonly id: string; readonly code: number },
): Promise<boolean> {
  const [sent] = connection.wrongly(() => connection.writeRaw(`${line}\n`));
  // An answer may be written, and a client may give up, a moment later than it answers the request behind the line.
  const first = await connection.barrier();
  const last = first.kind === "silence" ? first : await connection.barrier();
  const [answer] = unaskedResponses(connection, sent?.number);
  if (answer === undefined) {
    stage.recorded(expected.id, "lines that are no message are not answered");
    stage.vacuous(NULL_ID, "lines that are no message are not answered");
  } else judgeAnswer(stage, sent, answer, expected);
  return last.kind !== "silence";
}

function judgeAnswer(
  stage: ClientStage,
  sent: Frame | undefined,
  answer: Frame,
  { id, code }: { readonly id: string; readonly code: number },
): void {
  const { message } = answer;
  if (message.kind !== "response") return;
  const given = member(message.value["error"], "code");
  stage.expect(id, given === code, () => ({
    expected: `error ${code}, if the line is answered at all`,
    actual: `error ${shortly(given)}`,
    frames: [sent, answer],
  }));
  stage.expect(NULL_ID, message.id.type === "null", () => ({
    expected: "id null in the answer to a line whose id cannot be read",
    actual: `id ${message.id.raw}`,
    frames: [sent, answer],
  }));
}
