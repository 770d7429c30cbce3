import type { AgentScenario } from "../../../src/engine/scenario.js";
import { framesOf, shortly, told } from "../steps/reply.js";
import { initialize, initializeParams, UNKNOWN_VERSION } from "../steps/setup.js";

const FALLBACK = "acp.v1.init.fallback-latest";
const CODE = "acp.v1.init.newer-error-code";

/**
 * An agent that does not support the requested version answers with the latest one that it does support, not with an
 * error (docs/protocol/v1/initialization.mdx, "Version Negotiation").
 */
export const versionFallback: AgentScenario = {
  name: "initialize/version-fallback",
  judges: [FALLBACK, CODE],
  async run(stage) {
    const ready = await initialize(stage, initializeParams({}, UNKNOWN_VERSION));
    if ("reason" in ready) {
      const { reply } = ready;
      stage.violated(FALLBACK, {
        expected: "a result with the latest version that the agent supports",
        actual: told(reply),
        frames: framesOf(reply),
      });
    } else {
      const { protocolVersion } = ready.initialize;
      stage.expect(FALLBACK, protocolVersion !== UNKNOWN_VERSION, () => ({
        expected: "the latest version that the agent supports",
        actual: `protocolVersion is ${shortly(protocolVersion)}, the version that was asked for`,
        frames: ready.connection.transcript.frames.slice(0, 2),
      }));
    }
    const zero = await initialize(stage, initializeParams({}, 0));
    const gives =
      "reason" in zero ? told(zero.reply) : `version ${shortly(zero.initialize["protocolVersion"])}`;
    stage.recorded(CODE, `a request for version 0 gives ${gives}`);
  },
};
