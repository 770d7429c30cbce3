import type { AgentScenario } from "../../../src/engine/scenario.js";
import { told } from "../steps/reply.js";
import { afterInitialize, sessionParams } from "../steps/setup.js";

const STRAY = "acp.v1.jsonrpc.stray-response";
const FIELDS = "acp.v1.jsonrpc.unknown-fields-tolerated";

/** A response that nobody waits for, and members that no schema knows: the documents are silent, so it is recorded. */
export const oddInput: AgentScenario = afterInitialize(
  "jsonrpc/odd-input",
  [STRAY, FIELDS],
  async (stage, { connection }) => {
    connection.send({ jsonrpc: "2.0", id: 987654, result: {} });
    const afterStray = await connection.barrier();
    const how = afterStray.kind === "silence" ? afterStray.reason : "goes on";
    stage.recorded(STRAY, `after a response that nobody asked for: ${how}`);

    const reply = await connection.request("session/new", { ...sessionParams(stage), acpAssayUnknown: [1] });
    stage.recorded(FIELDS, `session/new with an unknown member gives ${told(reply)}`);
  },
);
