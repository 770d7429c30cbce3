import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import { isJsonObject, type Json } from "../../../../src/wire/message.js";
import { errorCode, framesOf, items, member, shortly, told } from "../../steps/reply.js";
import { afterInitialize, type Ready, sessionParams } from "../../steps/setup.js";

const MODE = "acp.v1.modes.set-result";
const MODE_SERVED = "acp.v1.modes.set-available";
const MODE_UNKNOWN = "acp.v1.modes.set-unknown";
const CONFIG_SERVED = "acp.v1.config.set-available";
const CONFIG_COMPLETE = "acp.v1.config.set-response-complete";
const CONFIG_UNKNOWN = "acp.v1.config.set-unknown";

/**
 * Whoever offers modes or config options in a new session lets the client set them
 * (docs/protocol/v1/session-modes.mdx, "From the Client"; session-config-options.mdx, "From the Client").
 */
export const sessionOptions: AgentScenario = afterInitialize(
  "session/options",
  [MODE, MODE_SERVED, MODE_UNKNOWN, CONFIG_SERVED, CONFIG_COMPLETE, CONFIG_UNKNOWN],
  async (stage, ready) => {
    const reply = await ready.connection.request("session/new", sessionParams(stage));
    const result = reply.kind === "result" && isJsonObject(reply.result) ? reply.result : undefined;
    if (result === undefined) return;
    const { sessionId = null, modes = null, configOptions = null } = result;
    if (modes === null) notOffered(stage, [MODE, MODE_SERVED, MODE_UNKNOWN], "modes");
    else await judgeModes(stage, ready, sessionId, items(member(modes, "availableModes")));
    if (configOptions === null)
      notOffered(stage, [CONFIG_SERVED, CONFIG_COMPLETE, CONFIG_UNKNOWN], "configOptions");
    else await judgeOptions(stage, ready, sessionId, items(configOptions));
  },
);

function notOffered(stage: AgentStage, ids: readonly string[], what: string): void {
  for (const id of ids) stage.notApplicable(id, `session/new gave no ${what}`);
}

async function judgeModes(
  stage: AgentStage,
  { connection }: Ready,
  sessionId: Json,
  modes: readonly Json[],
): Promise<void> {
  for (const mode of modes) {
    const modeId = member(mode, "id") ?? null;
    const reply = await connection.request("session/set_mode", { sessionId, modeId });
    const frames = framesOf(reply);
    stage.expect(MODE_SERVED, errorCode(reply) !== -32601, () => ({
      expected: "session/set_mode served, since modes are offered",
      actual: told(reply),
      frames,
    }));
    const isSet = reply.kind === "result" && isJsonObject(reply.result);
    stage.expect(MODE, isSet, () => ({
      expected: `an object as result for the listed mode ${shortly(modeId)}`,
      actual: told(reply),
      frames,
    }));
  }
  const unknown = await connection.request("session/set_mode", { sessionId, modeId: "acp-assay-none" });
  stage.recorded(MODE_UNKNOWN, `a mode that is not listed gives ${told(unknown)}`);
}

async function judgeOptions(
  stage: AgentStage,
  { connection }: Ready,
  sessionId: Json,
  options: readonly Json[],
): Promise<void> {
  const select = options.find((option) => member(option, "type") === "select");
  if (select === undefined) {
    notOffered(stage, [CONFIG_SERVED, CONFIG_COMPLETE, CONFIG_UNKNOWN], "option of type select");
    return;
  }
  const configId = member(select, "id") ?? null;
  const value = member(select, "currentValue") ?? null;
  const reply = await connection.request("session/set_config_option", { sessionId, configId, value });
  stage.expect(CONFIG_SERVED, errorCode(reply) !== -32601, () => ({
    expected: "session/set_config_option served, since options are offered",
    actual: told(reply),
    frames: framesOf(reply),
  }));
  if (reply.kind === "result") {
    const given = items(member(reply.result, "configOptions"));
    // Setting an option to the value that it has changes nothing, so no option may be missing afterwards.
    const missing = options.map(idOf).filter((id) => !given.map(idOf).includes(id));
    const changed = given.find((option) => idOf(option) === configId);
    const isComplete = missing.length === 0 && member(changed, "currentValue") === value;
    stage.expect(CONFIG_COMPLETE, isComplete, () => ({
      expected: `all ${options.length} options, with ${shortly(configId)} at ${shortly(value)}`,
      actual: told(reply),
      frames: framesOf(reply),
    }));
  } else stage.notTested(CONFIG_COMPLETE, `session/set_config_option gave ${told(reply)}`);
  const unknown = await connection.request("session/set_config_option", {
    sessionId,
    configId: "acp-assay-none",
    value: "none",
  });
  stage.recorded(CONFIG_UNKNOWN, `an option that is not offered gives ${told(unknown)}`);
}

function idOf(option: Json): Json | undefined {
  return member(option, "id");
}
