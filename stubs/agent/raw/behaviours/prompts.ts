import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { type Behaviour, mutant } from "../behaviour.js";
import { changeResult, onFile, refusePrompts } from "../change.js";
import { ended, type Turn } from "../turn.js";

/** Defects in what the agent takes and how its turns end. */
export const promptMutants: readonly Behaviour[] = [
  mutant("prompt-unserved", "does not serve session/prompt", {
    answers: { "session/prompt": () => ({ error: { code: -32601, message: "Method not found" } }) },
  }),
  mutant(
    "one-text-only",
    "refuses a prompt of several texts",
    refusePrompts((text) => text.split('"type":"text"').length > 2),
  ),
  mutant(
    "refuses-links",
    "refuses resource links",
    refusePrompts((text) => text.includes('"resource_link"')),
  ),
  mutant(
    "refuses-images",
    "offers images and refuses them",
    refusePrompts((text) => text.includes('"image"')),
  ),
  mutant(
    "refuses-audio",
    "offers audio and refuses it",
    refusePrompts((text) => text.includes('"audio"')),
  ),
  mutant(
    "refuses-resources",
    "offers embedded resources and refuses them",
    refusePrompts((text) => text.includes('"resource"')),
  ),
  mutant(
    "no-stop-reason",
    "answers a prompt without a stop reason",
    changeResult("session/prompt", () => ({})),
  ),
  mutant(
    "stop-done",
    "invents a stop reason",
    changeResult("session/prompt", () => ({ stopReason: "done" })),
  ),
  mutant("never-ends", "never answers a prompt", { answers: { "session/prompt": () => "silence" } }),
  mutant("tool-left-open", "ends with a tool call in progress", {
    outgoing: (message) =>
      isRead(message) && JSON.stringify(message).includes('"completed"') ? [] : [message],
  }),
  mutant("text-in-result", "gives its output in the result alone", {
    turn: async (turn) =>
      isPlain(turn) ? { result: { stopReason: "end_turn", text: "ready" } } : await turn.obey(),
  }),
  mutant("one-turn-only", "refuses a second prompt in a session", {
    turn: async (turn) => {
      used.push(turn.sessionId);
      const isFirst = used.filter((id) => id === turn.sessionId).length === 1;
      return isFirst ? await turn.obey() : { error: { code: -32603, message: "This session is used up" } };
    },
  }),
  mutant("spuriously-cancelled", "says that a turn was cancelled when nobody did", {
    turn: async (turn) => {
      await turn.obey();
      return ended("cancelled");
    },
  }),
  mutant("one-at-a-time", "refuses a prompt while another session has a turn", {
    turn: async (turn) => {
      if (turn.agent.cancels.size > 1) return { error: { code: -32603, message: "Busy" } };
      return await turn.obey();
    },
  }),
  mutant(
    "own-directory",
    "writes files where it was started",
    onFile(async (turn, path, toolCallId) => {
      const outcome = await turn.askPermission(toolCallId);
      if (outcome !== "allow") return ended("end_turn");
      turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
      writeFileSync(basename(path), "ready\n");
      turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
      return ended("end_turn");
    }),
  ),
];

const used: string[] = [];

function isPlain(turn: Turn): boolean {
  return !turn.isLong && turn.file === undefined;
}

function isRead(message: unknown): boolean {
  return (
    JSON.stringify(message).includes('"ready\\n"') && JSON.stringify(message).includes("tool_call_update")
  );
}
