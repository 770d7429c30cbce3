import { setTimeout as sleep } from "node:timers/promises";
import { type PlanEntry, RequestError, type StopReason } from "@agentclientprotocol/sdk";
import { readFile, runTerminal, textContent, writeFile } from "./tools.js";
import type { Turn } from "./turn.js";

/** What the agent does with the rest of a prompt whose first word is the keyword. */
export type Behaviour = (turn: Turn, argument: string) => Promise<StopReason>;

const STREAM_INTERVAL_MS = 20;

/** The behaviours by keyword; README.md lists them for people. */
export const BEHAVIOURS: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
  ["echo", (turn, text) => ending("end_turn", turn.say(text))],
  ["recall", (turn) => ending("end_turn", turn.say(turn.session.prompts.join("\n")))],
  ["read", (turn, path) => ending("end_turn", readFile(turn, path))],
  ["write", (turn, argument) => ending("end_turn", writeFile(turn, argument))],
  ["terminal", (turn, command) => ending("end_turn", runTerminal(turn, command))],
  ["mode", (turn, modeId) => ending("end_turn", switchMode(turn, modeId))],
  ["permission", askPermission],
  ["wait", streamUntilCancelled],
  ["refuse", (turn) => ending("refusal", turn.say("I will not do that"))],
  ["tokens", (turn) => ending("max_tokens", turn.say("This answer is too"))],
  ["requests", (turn) => ending("max_turn_requests", turn.say("One request too many"))],
  ["fail", () => Promise.reject(RequestError.internalError(undefined, "told to fail"))],
]);

/** What the agent does with any other prompt: a thought, a plan, a tool call and two chunks of one message. */
export async function ordinaryTurn(turn: Turn): Promise<StopReason> {
  const messageId = turn.session.nextId("message");
  const thought = { type: "text", text: "Let me look at that" } as const;
  await turn.report({ sessionUpdate: "agent_thought_chunk", content: thought });
  await turn.report({ sessionUpdate: "plan", entries: plan("in_progress", "pending") });
  await turn.say("I am looking", messageId);
  await turn.openCall("Look around", "think");
  await turn.updateCall({ status: "in_progress" });
  await turn.updateCall({ status: "completed", content: [textContent("Nothing unusual")] });
  await turn.report({ sessionUpdate: "plan", entries: plan("completed", "completed") });
  await turn.say(" and all is well.", messageId);
  return "end_turn";
}

function plan(look: PlanEntry["status"], answer: PlanEntry["status"]): PlanEntry[] {
  return [
    { content: "Look", priority: "high", status: look },
    { content: "Answer", priority: "medium", status: answer },
  ];
}

async function ending(stopReason: StopReason, work: Promise<void>): Promise<StopReason> {
  await work;
  return stopReason;
}

async function switchMode(turn: Turn, modeId: string): Promise<void> {
  if (!turn.session.setMode(modeId)) return turn.say(`There is no mode "${modeId}"`);
  await turn.report({ sessionUpdate: "current_mode_update", currentModeId: modeId });
}

/** The operation starts only when the client allowed it (docs/protocol/v1/tool-calls.mdx, on permission). */
async function askPermission(turn: Turn): Promise<StopReason> {
  const toolCallId = await turn.openCall("Change something", "edit");
  const { outcome } = await turn.unlessCancelled(
    turn.client.request("session/request_permission", {
      sessionId: turn.session.id,
      toolCall: { toolCallId, title: "Change something", kind: "edit", status: "pending" },
      options: [
        { optionId: "allow", name: "Allow", kind: "allow_once" },
        { optionId: "reject", name: "Reject", kind: "reject_once" },
      ],
    }),
  );
  if (outcome.outcome === "cancelled") return turn.finish("cancelled");
  if (outcome.optionId !== "allow") {
    await turn.updateCall({ status: "failed" });
    await turn.say("I changed nothing");
    return "end_turn";
  }
  await turn.updateCall({ status: "in_progress" });
  await turn.updateCall({ status: "completed", content: [textContent("Changed")] });
  await turn.say("I changed something");
  return "end_turn";
}

async function streamUntilCancelled(turn: Turn): Promise<StopReason> {
  const messageId = turn.session.nextId("message");
  for (let count = 1; ; count += 1) {
    await turn.say(`${count} `, messageId);
    await turn.unlessCancelled(sleep(STREAM_INTERVAL_MS));
  }
}
