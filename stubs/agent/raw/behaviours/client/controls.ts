import type { JsonObject } from "../../../../../src/wire/message.js";
import { type Behaviour, control } from "../../behaviour.js";
import { changeCall, changeUpdate, without } from "../../change.js";
import { ended, type Turn } from "../../turn.js";

/** Odd in the use of what the client offers, and allowed: no check may accuse any of these. */
export const clientControls: readonly Behaviour[] = [
  control("own-tools", "uses its own files and no terminal, whatever the client offers", {
    incoming: (_message, agent) => {
      agent.client = {};
      return false;
    },
  }),
  control("keeps-terminal-a-while", "gives a terminal back at the beginning of the next turn", {
    turn: async (turn) => {
      for (const params of kept.splice(0)) await turn.tellClient("terminal/release", params);
      return turn.text.includes("order: run printf") ? await runAndKeep(turn) : await turn.obey();
    },
  }),
  control("fails-when-declined", "fails the prompt whose question was declined", {
    turn: async (turn) => {
      if (!turn.text.includes("order: ask-form") || !turn.clientCan("elicitation", "form"))
        return await turn.obey();
      const response = await turn.askClient("elicitation/create", QUESTION);
      const { action } = (response?.["result"] ?? {}) as JsonObject;
      if (action === "accept") return ended("end_turn");
      return { error: { code: -32603, message: "Nobody answered" } };
    },
  }),
  control(
    "form-about-passwords",
    "asks in a form about passwords, and for none",
    changeCall("elicitation/create", (params) =>
      params["mode"] === "form"
        ? { ...params, message: "Which rule for passwords, as on https://example.com?" }
        : params,
    ),
  ),
  control("drops-plan-entries", "takes entries out of a plan as they are done", {
    outgoing: (message) => [
      JSON.parse(
        JSON.stringify(message)
          .replace(/\{"content":"[^"]+","priority":"medium","status":"completed"\},?/g, "")
          .replace(",]", "]"),
      ) as JsonObject,
    ],
  }),
  control(
    "reads-whole-files",
    "reads without line and limit",
    changeCall("fs/read_text_file", (params) => without(without(params, "line"), "limit")),
  ),
  control(
    "begins-running",
    "reports tool calls that need no permission as running from their start",
    changeUpdate("tool_call", (update) =>
      update["kind"] === "edit" ? update : { ...update, status: "in_progress" },
    ),
  ),
  control("says-nothing-of-commands", "advertises no command", {
    outgoing: (message) => (JSON.stringify(message).includes("available_commands_update") ? [] : [message]),
  }),
];

const kept: JsonObject[] = [];

const QUESTION: JsonObject = {
  mode: "form",
  message: "Which colour do you prefer?",
  requestedSchema: { type: "object", properties: { colour: { type: "string" } } },
};

async function runAndKeep(turn: Turn): Promise<ReturnType<typeof ended>> {
  const call = turn.startCall("Run a command", "execute");
  const made = await turn.askClient("terminal/create", { command: "printf", args: ["assay-ready"] });
  const { terminalId = null } = (made?.["result"] ?? {}) as JsonObject;
  call.running([{ type: "terminal", terminalId }]);
  await turn.askClient("terminal/wait_for_exit", { terminalId });
  kept.push({ terminalId });
  call.finished([{ type: "terminal", terminalId }]);
  return ended("end_turn");
}
