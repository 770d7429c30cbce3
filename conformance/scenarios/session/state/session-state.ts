import type { Reply } from "../../../../src/driver/agent-connection.js";
import type { AgentStage } from "../../../../src/engine/scenario.js";
import type { Json, JsonObject } from "../../../../src/wire/message.js";
import { isJsonObject } from "../../../../src/wire/message.js";
import { items, member, told } from "../../steps/reply.js";
import type { Ready, Session } from "../../steps/setup.js";
import { sessionParams } from "../../steps/setup.js";

/** A new session with the modes and config options that it was given. */
export interface StatefulSession extends Session {
  readonly modes: readonly Json[];
  readonly currentModeId: Json | undefined;
  readonly options: readonly JsonObject[];
}

/** Creates a session and keeps what the agent tells of its state. */
export async function statefulSession(
  stage: AgentStage,
  ready: Ready,
): Promise<StatefulSession | { readonly reason: string }> {
  const reply = await ready.connection.request("session/new", sessionParams(stage));
  const result = reply.kind === "result" && isJsonObject(reply.result) ? reply.result : {};
  const { sessionId, modes, configOptions } = result;
  if (typeof sessionId !== "string") return { reason: `session/new gave ${told(reply)}` };
  return {
    ...ready,
    sessionId,
    modes: items(member(modes, "availableModes")).map((mode) => member(mode, "id") ?? null),
    currentModeId: member(modes, "currentModeId"),
    options: items(configOptions).filter(isJsonObject),
  };
}

/** The values of a select option, whose list may be grouped; none for an option of another type. */
export function valuesOf(option: JsonObject): Json[] {
  if (option["type"] !== "select") return [];
  return items(option["options"]).flatMap((item) => {
    const inner = items(member(item, "options"));
    const entries = inner.length > 0 ? inner : [item];
    return entries.flatMap((entry) => member(entry, "value") ?? []);
  });
}

/** Another value than the current one, if the option has any. */
export function otherValue(option: JsonObject): Json | undefined {
  return valuesOf(option).find((value) => value !== option["currentValue"]);
}

/** Sets an option. */
export async function setOption(
  { connection, sessionId }: Session,
  option: JsonObject,
  value: Json = option["currentValue"] ?? null,
): Promise<Reply> {
  const type = option["type"] === "boolean" ? { type: "boolean" } : {};
  const configId = option["id"] ?? null;
  return await connection.request("session/set_config_option", { sessionId, configId, ...type, value });
}

/** Sets a mode. */
export async function setMode({ connection, sessionId }: Session, modeId: Json): Promise<Reply> {
  return await connection.request("session/set_mode", { sessionId, modeId });
}

/** The current value of an option in the answer to session/set_config_option. */
export function valueIn(reply: Reply, option: JsonObject): Json | undefined {
  const options = reply.kind === "result" ? items(member(reply.result, "configOptions")) : [];
  return member(
    options.find((each) => member(each, "id") === option["id"]),
    "currentValue",
  );
}
