import type { AgentScenario } from "../../../src/engine/scenario.js";
import { told } from "../steps/reply.js";
import { initializeParams, sessionParams } from "../steps/setup.js";

const BEFORE = "acp.v1.init.request-before-init";

/** What an agent does with a request before initialize is not described: written down. */
export const beforeInitialize: AgentScenario = {
  name: "initialize/request-before",
  judges: [BEFORE],
  async run(stage) {
    const connection = await stage.connect();
    const early = await connection.request("session/new", sessionParams(stage));
    const after = await connection.request("initialize", initializeParams());
    stage.recorded(
      BEFORE,
      `session/new before initialize gives ${told(early)}; initialize then gives ${after.kind}`,
    );
  },
};
