import type { AgentScenario, AgentStage, Finding } from "../../../src/engine/scenario.js";
import { isJsonObject, type JsonObject } from "../../../src/wire/message.js";
import { framesOf, member, shortly, told } from "../steps/reply.js";
import { initialize, initializeParams, UNKNOWN_VERSION } from "../steps/setup.js";

const STDIO = "acp.v1.transport.stdio-supported";
const ANSWER = "acp.v1.init.response-version-and-caps";
const INTEGER = "acp.v1.init.version-integer";
const SAME = "acp.v1.init.same-version";
const INFO = "acp.v1.init.agent-info";
const INFO_FIELDS = "acp.v1.init.implementation-fields";
const NO_AUTH = "acp.v1.init.no-auth-needed";

/**
 * The agent answers initialize with the chosen version and its capabilities, and should name itself
 * (docs/protocol/v1/initialization.mdx, introduction, "Version Negotiation" and "Implementation Information").
 */
export const handshake: AgentScenario = {
  name: "initialize/handshake",
  judges: [STDIO, ANSWER, INTEGER, SAME, INFO, INFO_FIELDS, NO_AUTH],
  async run(stage) {
    const ready = await initialize(stage, initializeParams());
    if ("reason" in ready) {
      const { reply } = ready;
      const finding = { expected: "a result", actual: told(reply), frames: framesOf(reply) };
      stage.violated(ANSWER, finding);
      if (reply.kind === "silence") stage.violated(STDIO, finding);
      else stage.holds(STDIO);
      stage.recorded(NO_AUTH, `initialize gives ${told(reply)}`);
      return;
    }
    stage.holds(STDIO);
    stage.recorded(NO_AUTH, "initialize is served without a login");
    // Noise or an early notification may stand between the request and its response.
    const frames = ready.connection.transcript.frames
      .filter(({ message }) => message.kind !== "notification")
      .slice(0, 2);
    const finding = (expected: string, actual: string): Finding => ({ expected, actual, frames });
    await judgeVersion(stage, ready.initialize, finding);
    judgeInfo(stage, ready.initialize, finding);
  },
};

type MakeFinding = (expected: string, actual: string) => Finding;

async function judgeVersion(stage: AgentStage, result: JsonObject, finding: MakeFinding): Promise<void> {
  const { protocolVersion } = result;
  const actual = `protocolVersion is ${shortly(protocolVersion)}`;
  // agentCapabilities has a default in the schema, so leaving it out says "none" (InitializeResponse).
  stage.expect(ANSWER, protocolVersion !== undefined, () => finding("protocolVersion in the result", actual));
  if (protocolVersion === undefined) return;
  const isInteger =
    Number.isInteger(protocolVersion) && Number(protocolVersion) >= 0 && Number(protocolVersion) <= 65535;
  stage.expect(INTEGER, isInteger, () => finding("one integer from 0 to 65535", actual));
  if (!isInteger) return;
  if (protocolVersion === 1) stage.holds(SAME);
  else if (await speaksOne(stage)) {
    stage.violated(SAME, finding("version 1, as requested, from an agent that speaks version 1", actual));
  } else stage.notTested(SAME, "the agent does not say that it speaks version 1");
}

/** An agent that offers version 1 to a client whose version it does not know speaks it. */
async function speaksOne(stage: AgentStage): Promise<boolean> {
  const offered = await initialize(stage, initializeParams({}, UNKNOWN_VERSION));
  return !("reason" in offered) && offered.initialize["protocolVersion"] === 1;
}

function judgeInfo(stage: AgentStage, result: JsonObject, finding: MakeFinding): void {
  const { agentInfo = null } = result;
  const name = member(agentInfo, "name");
  const version = member(agentInfo, "version");
  const actual = `agentInfo is ${shortly(result["agentInfo"])}`;
  if (agentInfo === null) {
    stage.violated(INFO, finding("agentInfo with a name and a version", actual));
    stage.vacuous(INFO_FIELDS, "the agent gave no agentInfo");
    return;
  }
  const title = member(agentInfo, "title") ?? null;
  const isTyped =
    isJsonObject(agentInfo) &&
    typeof name === "string" &&
    typeof version === "string" &&
    (title === null || typeof title === "string");
  stage.expect(INFO_FIELDS, isTyped, () =>
    finding("string name and version, and a string title if there is one", actual),
  );
  if (isTyped) {
    stage.expect(INFO, name !== "" && version !== "", () =>
      finding("a name and a version that say something", actual),
    );
  }
}
