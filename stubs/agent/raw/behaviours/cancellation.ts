import { writeFileSync } from "node:fs";
import type { JsonObject } from "../../../../src/wire/message.js";
import type { Answer, Behaviour } from "../behaviour.js";
import { mutant } from "../behaviour.js";
import { onCancel, onFile } from "../change.js";
import { ended } from "../turn.js";

/** Defects in cancelling and in asking for permission. */
export const cancellationMutants: readonly Behaviour[] = [
  mutant(
    "cancel-end-turn",
    "ends a cancelled turn as if it were done",
    onCancel(() => ended("end_turn")),
  ),
  mutant(
    "cancel-error",
    "ends a cancelled turn with an error",
    onCancel(() => aborted()),
  ),
  mutant(
    "late-chunk",
    "says something behind the answer to a cancelled prompt",
    onCancel((turn) => {
      setImmediate(() => turn.say("one more thing"));
      return ended("cancelled");
    }),
  ),
  mutant("cancel-sticks", "cancels the next turn too", {
    turn: async (turn) => {
      if (cancelledSessions.has(turn.sessionId)) return ended("cancelled");
      const answer = await turn.obey();
      if (turn.isCancelled) cancelledSessions.add(turn.sessionId);
      return answer;
    },
  }),
  mutant("busy-after-cancel", "refuses prompts once a turn was cancelled", {
    turn: async (turn) => {
      if (cancelledSessions.has(turn.sessionId)) return { error: { code: -32603, message: "Busy" } };
      const answer = await turn.obey();
      if (turn.isCancelled) cancelledSessions.add(turn.sessionId);
      return answer;
    },
  }),
  mutant("cancels-all", "cancels the turns of all sessions", {
    incoming: (message, agent) => {
      if (message.kind !== "notification" || message.method !== "session/cancel") return false;
      for (const cancel of agent.cancels.values()) cancel();
      return true;
    },
  }),
  mutant("withdrawn-twice", "answers a prompt that is withdrawn twice", {
    incoming: (message, agent) => {
      if (message.kind !== "notification" || message.method !== "$/cancel_request") return false;
      const { requestId = null } = (message.params ?? {}) as JsonObject;
      const error = { code: -32800, message: "Request cancelled" };
      for (let time = 0; time < 2; time++)
        agent.send({ jsonrpc: "2.0", id: requestId, error }, { method: "session/prompt", kind: "response" });
      return true;
    },
  }),
  mutant("withdraws-for-others", "takes its own request back when the client says so", {
    incoming: (message, agent) => {
      if (message.kind !== "notification" || message.method !== "$/cancel_request") return false;
      const { requestId = null } = (message.params ?? {}) as JsonObject;
      if (agent.isOpen(String(requestId))) for (const cancel of agent.cancels.values()) cancel();
      return true;
    },
  }),
  mutant(
    "cancel-in-permission",
    "ends a turn as done when permission was cancelled",
    onFile(async (turn, _path, toolCallId) => {
      await turn.askPermission(toolCallId);
      turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "failed" });
      return ended("end_turn");
    }),
  ),
  mutant(
    "cancel-error-in-permission",
    "fails when permission was cancelled",
    onFile(async (turn, _path, toolCallId) => {
      await turn.askPermission(toolCallId);
      return turn.isCancelled ? aborted() : ended("end_turn");
    }),
  ),
  mutant(
    "writes-though-cancelled",
    "takes a cancelled permission for a yes",
    onFile(async (turn, path, toolCallId) => {
      await turn.askPermission(toolCallId);
      writeFileSync(path, "ready\n");
      return ended("cancelled");
    }),
  ),
  mutant("request-cancel-code", "answers a request that $/cancel_request ended with an internal error", {
    turn: async (turn) => {
      turn.say("1\n");
      await Promise.race([turn.cancelled, new Promise<void>((resolve) => withdrawn.add(resolve))]);
      return turn.isCancelled ? ended("cancelled") : aborted();
    },
    incoming: (message) => {
      if (message.kind !== "notification" || message.method !== "$/cancel_request") return false;
      for (const resolve of withdrawn) resolve();
      return true;
    },
  }),
  mutant("late-withdrawal", "answers a $/cancel_request for a request that is over", {
    incoming: (message, agent) => {
      if (message.kind !== "notification" || message.method !== "$/cancel_request") return false;
      const error = { code: -32603, message: "No such request" };
      agent.send({ jsonrpc: "2.0", id: null, error }, { method: "", kind: "response" });
      return true;
    },
  }),
  mutant(
    "runs-while-asking",
    "reports a tool call as running while it asks",
    onFile(async (turn, path, toolCallId) => {
      const asking = turn.askPermission(toolCallId);
      turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
      if ((await asking) === "allow") writeFileSync(path, "ready\n");
      turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
      return ended("end_turn");
    }),
  ),
  mutant(
    "writes-while-asking",
    "writes the file while it asks",
    onFile(async (turn, path, toolCallId) => {
      const asking = turn.askPermission(toolCallId);
      writeFileSync(path, "ready\n");
      await asking;
      turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
      return ended("end_turn");
    }),
  ),
  mutant(
    "writes-though-rejected",
    "writes the file although it was rejected",
    onFile(async (turn, path, toolCallId) => {
      await turn.askPermission(toolCallId);
      writeFileSync(path, "ready\n");
      turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
      return ended("end_turn");
    }),
  ),
  mutant(
    "allowed-unreported",
    "never reports that an allowed tool call runs",
    onFile(async (turn, path, toolCallId) => {
      const outcome = await turn.askPermission(toolCallId);
      if (outcome === "allow") writeFileSync(path, "ready\n");
      turn.update({
        sessionUpdate: "tool_call_update",
        toolCallId,
        status: outcome === "allow" ? "completed" : "failed",
      });
      return ended("end_turn");
    }),
  ),
];

const cancelledSessions: Set<string> = new Set();
const withdrawn: Set<() => void> = new Set();

function aborted(): Answer {
  return { error: { code: -32603, message: "The operation was aborted" } };
}
