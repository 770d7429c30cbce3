import type { AgentScenario } from "../../../src/engine/scenario.js";
import { told } from "../steps/reply.js";
import { afterInitialize, initializeParams, sessionParams } from "../steps/setup.js";

const BEFORE = "acp.v1.init.request-before-init";
const REPEAT = "acp.v1.init.repeat-handling";

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

/** What an agent does with a second initialize is not described: written down. */
export const initializeTwice: AgentScenario = afterInitialize(
  "initialize/twice",
  [REPEAT],
  async (stage, { connection }) => {
    const again = await connection.request("initialize", initializeParams());
    stage.recorded(REPEAT, `a second initialize gives ${told(again)}`);
  },
);
