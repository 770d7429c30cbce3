import type { AgentScenario } from "../../../src/engine/scenario.js";
import { framesOf, shortly, told } from "../../scenarios/steps/reply.js";
import { greet } from "../../scenarios/steps/setup.js";
import { introduction } from "../steps/setup.js";

const FALLBACK = "acp.v2.init.fallback-latest";

/** The largest number that the schema's ProtocolVersion allows: no agent speaks it. */
const UNKNOWN_VERSION = 65_535;

/** Which version the agent chooses (docs/protocol/v2/initialization.mdx, "Version Negotiation"). */
export const versions: AgentScenario = {
  name: "initialize/versions",
  judges: [FALLBACK],
  async run(stage) {
    const ready = await greet(stage, introduction({}, UNKNOWN_VERSION));
    const latest = "reason" in ready ? undefined : ready.initialize["protocolVersion"];
    // It speaks version 2, or it would not be here.
    stage.expect(FALLBACK, typeof latest === "number" && latest >= 2 && latest < UNKNOWN_VERSION, () => ({
      expected: "a result with the latest version that the agent supports, which is 2 or later",
      actual: "reason" in ready ? told(ready.reply) : `protocolVersion is ${shortly(latest)}`,
      frames: "reason" in ready ? framesOf(ready.reply) : ready.connection.transcript.frames.slice(0, 2),
    }));
  },
};
