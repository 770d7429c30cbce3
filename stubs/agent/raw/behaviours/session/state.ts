import type { Json, JsonObject } from "../../../../../src/wire/message.js";
import { type Answer, type Behaviour, mutant, type Overrides } from "../../behaviour.js";
import { changeResult, changeUpdate, without } from "../../change.js";
import { obedientAnswers } from "../../obedient.js";
import type { Session } from "../../session/session.js";

const setSessions = new Set<Json>();

/** Defects in what is set in sessions, and in what is told of it. */
export const stateMutants: readonly Behaviour[] = [
  mutant("modes-busy", "sets no mode while a turn runs", busy("session/set_mode")),
  mutant("options-busy", "sets no option while a turn runs", busy("session/set_config_option")),
  mutant("options-required", "takes no prompt until an option was set", {
    answers: {
      "session/set_config_option": (params, agent, id) => {
        setSessions.add(params["sessionId"] ?? null);
        return obedientAnswers["session/set_config_option"]?.(params, agent, id) ?? "silence";
      },
      "session/prompt": (params, agent, id) =>
        setSessions.has(params["sessionId"] ?? null)
          ? (obedientAnswers["session/prompt"]?.(params, agent, id) ?? "silence")
          : { error: { code: -32603, message: "Choose a model first" } },
    },
  }),
  mutant("options-shared", "sets an option in every session", {
    answers: {
      "session/set_config_option": async (params, agent, id) => {
        const answer = await obedientAnswers["session/set_config_option"]?.(params, agent, id);
        const set = agent.sessions.get(String(params["sessionId"]));
        if (set !== undefined && params["configId"] === "model")
          for (const session of agent.sessions.values()) session.model = set.model;
        return answer ?? "silence";
      },
    },
  }),
  mutant("mode-apart", "keeps the mode option apart from the modes", {
    answers: {
      "session/set_mode": ({ sessionId }, agent) => {
        const session: Session | undefined = agent.sessions.get(String(sessionId));
        return session === undefined ? { error: { code: -32602, message: "No session" } } : { result: {} };
      },
    },
  }),
  mutant(
    "option-update-alone",
    "tells of the changed option only",
    changeUpdate("config_option_update", (update) => ({
      ...update,
      configOptions: (update["configOptions"] as readonly JsonObject[]).filter(({ id }) => id === "mode"),
    })),
  ),
  mutant(
    "toggle-with-options",
    "gives a toggle a list of options",
    changeResult("session/new", (result) => ({
      ...result,
      configOptions: (result["configOptions"] as readonly JsonObject[]).map((option) =>
        option["type"] === "boolean" ? { ...option, options: [] } : option,
      ),
    })),
  ),
  mutant(
    "modes-left-out",
    "gives a mode option without modes",
    changeResult("session/new", (result) => without(result, "modes")),
  ),
  mutant("mode-untold", "switches the mode and does not tell", {
    outgoing: (message) =>
      JSON.stringify(message).includes('"sessionUpdate":"current_mode_update"') ? [] : [message],
  }),

  mutant("notices-unasked", "sends notices to whoever", live("notices", true)),
  mutant("compaction-unasked", "tells of compactions to whoever", live("compaction", true)),
  mutant(
    "notice-untitled",
    "gives a notice without a title",
    changeUpdate("notice", (update) => ({ ...update, title: "" })),
  ),
  mutant(
    "compaction-anonymous",
    "sends a summary without its compaction",
    changeUpdate("compaction_summary_chunk", (update) => without(update, "compactionId")),
  ),
  mutant("compaction-goes-on", "adds to the summary of a compaction that is over", {
    outgoing: (message) => {
      const update = (message["params"] as JsonObject | undefined)?.["update"] as JsonObject | undefined;
      if (update?.["sessionUpdate"] !== "compaction_update" || update["status"] !== "completed")
        return [message];
      const content = { type: "text", text: "and so on" };
      const late = {
        sessionUpdate: "compaction_summary_chunk",
        compactionId: update["compactionId"] ?? null,
        content,
      };
      const params = { ...(message["params"] as JsonObject), update: late };
      return [message, { ...message, params }];
    },
  }),
];

function busy(method: string): Overrides {
  return {
    answers: {
      [method]: async (params, agent, id): Promise<Answer> =>
        agent.cancels.has(String(params["sessionId"]))
          ? { error: { code: -32603, message: "A turn is running" } }
          : ((await obedientAnswers[method]?.(params, agent, id)) ?? "silence"),
    },
  };
}

/** Takes it that the client announced something. */
function live(capability: string, value: Json): Overrides {
  return {
    answers: {
      initialize: async (params, agent, id) => {
        const answer = await obedientAnswers["initialize"]?.(params, agent, id);
        agent.client = { ...agent.client, session: { [capability]: value } };
        return answer ?? "silence";
      },
    },
  };
}
