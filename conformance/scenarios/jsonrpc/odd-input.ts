import type { AgentConnection } from "../../../src/driver/agent-connection.js";
import type { AgentScenario } from "../../../src/engine/scenario.js";
import { told } from "../steps/reply.js";
import { afterInitialize, initializeParams, sessionParams } from "../steps/setup.js";

const STRAY = "acp.v1.jsonrpc.stray-response";
const FIELDS = "acp.v1.jsonrpc.unknown-fields-tolerated";
const REPEAT = "acp.v1.init.repeat-handling";
const BATCH = "acp.v1.jsonrpc.batch-received";

/**
 * A response that nobody waits for, members that no schema knows, a second initialize, an array of messages: the
 * documents leave all of them open, so what happens is written down. The array comes last, since some agents end there.
 */
export const oddInput: AgentScenario = afterInitialize(
  "jsonrpc/odd-input",
  [STRAY, FIELDS, REPEAT, BATCH],
  async (stage, { connection }) => {
    connection.wrongly(() => connection.send({ jsonrpc: "2.0", id: 987654, result: {} }));
    const afterStray = await connection.barrier();
    const how = afterStray.kind === "silence" ? afterStray.reason : "goes on";
    stage.recorded(STRAY, `after a response that nobody asked for: ${how}`);

    const session = await connection.request("session/new", {
      ...sessionParams(stage),
      acpAssayUnknown: [1],
    });
    stage.recorded(FIELDS, `session/new with an unknown member gives ${told(session)}`);

    const again = await connection.request("initialize", initializeParams());
    stage.recorded(REPEAT, `a second initialize gives ${told(again)}`);
    stage.recorded(BATCH, await batchReaction(connection));
  },
);

async function batchReaction(connection: AgentConnection): Promise<string> {
  const id = connection.freshId();
  const request = { jsonrpc: "2.0", id, method: "_acp-assay/echo", params: {} };
  const [sent] = connection.wrongly(() => connection.writeRaw(`${JSON.stringify([request])}\n`));
  const barrier = await connection.barrier();
  const answers = connection.transcript
    .of("a2c")
    .filter(({ number }) => number > (sent?.number ?? 0))
    .filter((frame) => barrier.kind === "silence" || frame !== barrier.frame);
  const answer = answers.length === 0 ? "nothing" : answers.map(({ text }) => text).join(" ");
  const after = barrier.kind === "silence" ? barrier.reason : "goes on";
  return `a batch of one request gives ${answer.slice(0, 200)}; afterwards: ${after}`;
}
