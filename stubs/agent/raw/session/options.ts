import type { Json, JsonObject } from "../../../../src/wire/message.js";
import type { RawAgent } from "../agent.js";
import { type Answer, type Answerer, invalidParams } from "../behaviour.js";
import type { Session } from "./session.js";

const MODE_IDS: readonly string[] = ["ask", "code"];
const MODELS: readonly string[] = ["small", "large"];

/** The modes of a session. */
export function modesOf({ modeId }: { readonly modeId: string }): JsonObject {
  return {
    currentModeId: modeId,
    availableModes: [
      { id: "ask", name: "Ask", description: "Asks before it writes" },
      { id: "code", name: "Code" },
    ],
  };
}

/** The config options of a session; a toggle is among them for a client that announced toggles. */
export function optionsOf({ modeId, model, isBrave }: Settings, hasToggles = false): JsonObject[] {
  const select = (id: string, name: string, currentValue: string, values: readonly string[]): JsonObject => ({
    id,
    name,
    category: id,
    type: "select",
    currentValue,
    options: values.map((value) => ({ value, name: value })),
  });
  const toggle = { id: "brave", name: "Brave", type: "boolean", currentValue: isBrave };
  return [
    select("model", "Model", model, MODELS),
    select("mode", "Mode", modeId, MODE_IDS),
    ...(hasToggles ? [toggle] : []),
  ];
}

/** What can be set in a session. */
export type Settings = Pick<Session, "modeId" | "model" | "isBrave">;

/** The state that the answers to session/new, session/load and session/resume give. */
export function stateOf(session: Settings, agent: RawAgent): JsonObject {
  return { modes: modesOf(session), configOptions: optionsOf(session, hasToggles(agent)) };
}

/** How the obedient agent lets its modes and options be set. */
export const optionAnswers: Readonly<Record<string, Answerer>> = {
  "session/set_mode": ({ sessionId, modeId }, agent) => {
    const session = agent.sessions.get(String(sessionId));
    if (session === undefined || !MODE_IDS.includes(String(modeId)))
      return invalidParams("Unknown session or mode");
    setMode(session, String(modeId), agent);
    return { result: {} };
  },
  "session/set_config_option": (params, agent) => setOption(params, agent),
};

function setOption({ sessionId, configId, value }: JsonObject, agent: RawAgent): Answer {
  const session = agent.sessions.get(String(sessionId));
  if (session === undefined || !set(session, configId, value, agent))
    return invalidParams("Unknown session, option or value");
  return { result: { configOptions: optionsOf(session, hasToggles(agent)) } };
}

function set(
  session: Session,
  configId: Json | undefined,
  value: Json | undefined,
  agent: RawAgent,
): boolean {
  const text = String(value);
  if (configId === "model" && MODELS.includes(text)) session.model = text;
  else if (configId === "mode" && MODE_IDS.includes(text)) setMode(session, text, agent);
  else if (configId === "brave" && typeof value === "boolean") session.isBrave = value;
  else return false;
  return true;
}

/** A mode is an option too, so whoever looks at one of them has to learn of both. */
function setMode(session: Session, modeId: string, agent: RawAgent): void {
  if (session.modeId === modeId) return;
  session.modeId = modeId;
  const tell = (update: JsonObject): void =>
    agent.notify("session/update", { sessionId: session.id, update });
  tell({ sessionUpdate: "current_mode_update", currentModeId: modeId });
  tell({ sessionUpdate: "config_option_update", configOptions: optionsOf(session, hasToggles(agent)) });
}

function hasToggles(agent: RawAgent): boolean {
  return agent.isAnnounced("session", "configOptions", "boolean");
}
