import { writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "../../../../src/wire/message.js";
import { type Behaviour, mutant, type Overrides } from "../behaviour.js";
import { changeCall, changeResult, changeUpdate, onFile, refusePrompts, without } from "../change.js";
import { ended, type Turn } from "../turn.js";

/** Defects in plans, commands, stop reasons and in what a turn does behind a cancel. */
export const turnMutants: readonly Behaviour[] = [
  mutant("hides-plans", "reports no plan", { outgoing: (message) => (planOf(message) ? [] : [message]) }),
  mutant("plan-once", "reports its plan once, and nothing of its progress", planOnce()),
  mutant("plan-deltas", "reports the entry of a plan that changed, and no other", {
    outgoing: (message) => {
      const update = planOf(message);
      if (update === undefined) return [message];
      const entries = update["entries"] as readonly JsonObject[];
      const isFirst = entries[0]?.["status"] !== "completed";
      const some = isFirst ? entries : entries.filter(({ status }) => status === "in_progress");
      return [withUpdate(message, { ...update, entries: some })];
    },
  }),
  mutant("refuses-as-done", "refuses, and reports that it is done", endsOrder("refuse")),
  mutant("cut-off-as-done", "hits the limit of tokens, and reports that it is done", endsOrder("max_tokens")),
  mutant(
    "gives-up-as-done",
    "hits the limit of requests, and reports that it is done",
    endsOrder("max_turn_requests"),
  ),
  mutant("command-unknown", "does not know its own command", {
    turn: async (turn) => {
      if (!turn.text.startsWith("/")) return await turn.obey();
      turn.say("Unknown command: /test");
      return ended("end_turn");
    },
  }),
  mutant(
    "command-alone",
    "takes no content beside a command",
    refusePrompts((text) => text.includes('"/test') && text.includes('"resource_link"')),
  ),
  mutant(
    "user-id-less",
    "gives ids to its own messages alone",
    changeUpdate("user_message_chunk", (update) => without(update, "messageId")),
  ),
  mutant(
    "meta-list",
    "gives a list as _meta of a notification",
    changeCall("session/update", (params) => ({ ...params, _meta: [] })),
  ),
  mutant("asks-again", "forgets what was allowed for good", {
    incoming: (_message, agent) => {
      agent.allowedAlways.clear();
      return false;
    },
  }),
  mutant(
    "runs-then-asks",
    "asks for permission when the tool call runs already",
    onFile(async (turn, path, toolCallId) => {
      turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
      const outcome = await turn.askPermission(toolCallId);
      turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
      if (outcome === "allow") writeFileSync(path, "ready\n");
      turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
      return ended("end_turn");
    }),
  ),
  mutant("starts-anew", "begins another tool call when it is cancelled", {
    turn: async (turn) => {
      if (!turn.text.includes("order: work")) return await turn.obey();
      turn.startCall("Think", "think").running();
      await turn.cancelled;
      await delay(50);
      turn.startCall("Think again", "think").failed("stopped");
      return ended("cancelled");
    },
  }),
  mutant(
    "cancel-as-done",
    "reports every cancelled turn as done",
    changeResult("session/prompt", (result) =>
      result["stopReason"] === "cancelled" ? { stopReason: "end_turn" } : result,
    ),
  ),
];

function planOf(message: JsonObject): JsonObject | undefined {
  const update = (message["params"] as JsonObject | undefined)?.["update"] as JsonObject | undefined;
  return update?.["sessionUpdate"] === "plan" ? update : undefined;
}

function withUpdate(message: JsonObject, update: JsonObject): JsonObject {
  return { ...message, params: { ...(message["params"] as JsonObject), update } };
}

function planOnce(): Overrides {
  let isReported = false;
  return {
    outgoing: (message) => {
      if (planOf(message) === undefined) return [message];
      const isFirst = !isReported;
      isReported = true;
      return isFirst ? [message] : [];
    },
  };
}

function endsOrder(name: string): Overrides {
  return {
    turn: async (turn: Turn) =>
      turn.text.includes(`order: ${name}`) ? ended("end_turn") : await turn.obey(),
  };
}
