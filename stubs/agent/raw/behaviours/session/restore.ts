import type { Json, JsonObject } from "../../../../../src/wire/message.js";
import { type Answer, type Answerer, type Behaviour, mutant, type Overrides } from "../../behaviour.js";
import { changeResult } from "../../change.js";
import { obedientAnswers } from "../../obedient.js";
import { NOTICE } from "../../session/live-events.js";
import { noSuchSession } from "../../session/sessions.js";

/** Defects in loading and resuming sessions. */
export const restoreMutants: readonly Behaviour[] = [
  mutant("load-unserved", "offers session/load and does not serve it", unserved("session/load")),
  mutant("load-forgets", "knows only the sessions of its own process", {
    answers: {
      "session/load": async (params, agent, id) =>
        agent.sessions.has(String(params["sessionId"]))
          ? await obey("session/load", params, agent, id)
          : noSuchSession(),
    },
  }),
  mutant("load-half", "replays what the user said and not what it said", {
    replay: ({ history }) => history.filter(({ sessionUpdate }) => sessionUpdate !== "agent_message_chunk"),
  }),
  mutant("load-late", "replays behind the answer", {
    answers: {
      "session/load": async (params, agent, id) => {
        const session = agent.sessions;
        const answer = await obey("session/resume", params, agent, id);
        const sessionId = String(params["sessionId"]);
        setImmediate(() => {
          for (const update of session.get(sessionId)?.history ?? [])
            agent.notify("session/update", { sessionId, update });
        });
        return answer;
      },
    },
  }),
  mutant("load-other-id", "replays under another session's id", {
    answers: {
      "session/load": async (params, agent, id) => {
        const answer = await obey("session/resume", params, agent, id);
        for (const update of agent.sessions.get(String(params["sessionId"]))?.history ?? [])
          agent.notify("session/update", { sessionId: "other", update });
        return answer;
      },
    },
  }),
  mutant("load-swaps-sides", "replays what the user said as its own words", {
    replay: ({ history }) =>
      history.map((update) =>
        update["sessionUpdate"] === "user_message_chunk"
          ? { ...update, sessionUpdate: "agent_message_chunk" }
          : update,
      ),
  }),
  mutant("load-without-tools", "leaves tool calls out of a replay", {
    replay: ({ history }) =>
      history.filter(({ sessionUpdate }) => !String(sessionUpdate).startsWith("tool_call")),
  }),
  mutant("load-one-id", "gives all messages of the user one id in a replay", {
    replay: ({ history }) =>
      history.map((update) =>
        update["sessionUpdate"] === "user_message_chunk" ? { ...update, messageId: "u" } : update,
      ),
  }),
  mutant(
    "load-text",
    "answers session/load with a text",
    changeResult("session/load", () => "loaded"),
  ),
  mutant("load-dead-end", "takes no prompt in a loaded session", deadEnd("session/load")),
  mutant("load-without-servers", "connects to no MCP server when it loads", {
    answers: {
      "session/load": (params, agent, id) => obey("session/load", { ...params, mcpServers: [] }, agent, id),
    },
  }),
  mutant("load-notices", "replays notices", { replay: ({ history }) => [...history, NOTICE] }),

  mutant("resume-unserved", "offers session/resume and does not serve it", unserved("session/resume")),
  mutant("resume-replays", "replays at session/resume", {
    answers: { "session/resume": (params, agent, id) => obey("session/load", params, agent, id) },
  }),
  mutant(
    "resume-text",
    "answers session/resume with a text",
    changeResult("session/resume", () => "resumed"),
  ),
  mutant("resume-dead-end", "takes no prompt in a resumed session", deadEnd("session/resume")),
];

async function obey(
  method: string,
  params: JsonObject,
  agent: Parameters<Answerer>[1],
  id: Json,
): Promise<Answer> {
  return (await obedientAnswers[method]?.(params, agent, id)) ?? "silence";
}

/** A method that is offered and unknown. */
export function unserved(method: string): Overrides {
  return { answers: { [method]: () => ({ error: { code: -32601, message: "Method not found" } }) } };
}

function deadEnd(method: string): Overrides {
  const restored = new Set<Json>();
  return {
    answers: {
      [method]: (params, agent, id) => {
        restored.add(params["sessionId"] ?? null);
        return obey(method, params, agent, id);
      },
      "session/prompt": async (params, agent, id) =>
        restored.has(params["sessionId"] ?? null)
          ? { error: { code: -32603, message: "This session is over" } }
          : await obey("session/prompt", params, agent, id),
    },
  };
}
