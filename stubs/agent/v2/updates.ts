import { join } from "node:path";
import type { JsonObject } from "../../../src/wire/message.js";
import { COMMANDS, type SessionTwo } from "./session.js";

/** One pixel, so that there is an image to show. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

type FreshId = () => string;

/** The updates of ordinary work: each kind of the schema, a tool call and a terminal from their start to their end. */
export function updatesOfWork(session: SessionTwo, freshId: FreshId): JsonObject[] {
  return [
    ...messages(session, freshId),
    ...toolCall(session, freshId),
    ...terminal(session, freshId),
    ...aboutSession(session, freshId),
  ];
}

function messages({ cwd }: SessionTwo, freshId: FreshId): JsonObject[] {
  const note = `file://${join(cwd, "note.txt")}`;
  const messageId = `m-${freshId()}`;
  const thoughtId = `t-${freshId()}`;
  const chunk = (content: JsonObject): JsonObject => ({
    sessionUpdate: "agent_message_chunk",
    messageId,
    content,
  });
  const link = { type: "resource_link", uri: note, name: "note.txt" };
  return [
    { sessionUpdate: "agent_thought", messageId: thoughtId, content: [{ type: "text", text: "é — 😀" }] },
    {
      sessionUpdate: "agent_thought_chunk",
      messageId: thoughtId,
      content: { type: "text", text: " and so on" },
    },
    { sessionUpdate: "agent_message", messageId, content: [{ type: "text", text: "ready" }] },
    chunk({ type: "text", text: "!", annotations: { audience: ["user"], priority: 1 } }),
    chunk({ type: "image", mimeType: "image/png", data: PNG }),
    chunk({ ...link, icons: [{ src: "https://raw-agent.example/note.png" }] }),
    chunk({ type: "resource", resource: { uri: note, text: "ready\n" } }),
    { sessionUpdate: "agent_message", messageId },
  ];
}

function toolCall({ cwd }: SessionTwo, freshId: FreshId): JsonObject[] {
  const path = join(cwd, "note.txt");
  const oldPath = join(cwd, "old.txt");
  const toolCallId = `call-${freshId()}`;
  const report = (more: JsonObject): JsonObject => ({
    sessionUpdate: "tool_call_update",
    toolCallId,
    ...more,
  });
  const patch = `diff --git ${path} ${path}\n--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-ready\n+steady\n`;
  return [
    report({ title: "Change the note", kind: "edit", status: "pending", rawInput: { path } }),
    report({ status: "in_progress", locations: [{ path, line: 1 }] }),
    {
      sessionUpdate: "tool_call_content_chunk",
      toolCallId,
      content: { type: "content", content: { type: "text", text: "reading" } },
    },
    report({
      status: "completed",
      content: [
        {
          type: "diff",
          changes: [
            { operation: "modify", path, fileType: "text" },
            { operation: "move", oldPath, path: `${oldPath}.bak` },
          ],
          patch: { format: "git_patch", text: patch },
        },
      ],
    }),
  ];
}

/** A process that goes on in the background for a while. */
function terminal({ cwd }: SessionTwo, freshId: FreshId): JsonObject[] {
  const terminalId = `term-${freshId()}`;
  const toolCallId = `call-${freshId()}`;
  const running = (background: readonly JsonObject[]): JsonObject => ({
    sessionUpdate: "state_update",
    state: "running",
    background: [...background],
  });
  return [
    {
      sessionUpdate: "tool_call_update",
      toolCallId,
      title: "Run the tests",
      kind: "execute",
      status: "in_progress",
      content: [{ type: "terminal", terminalId }],
    },
    { sessionUpdate: "terminal_update", terminalId, command: "true", cwd, output: { data: "" } },
    running([{ type: "terminal", terminalId }]),
    { sessionUpdate: "terminal_output_chunk", terminalId, data: "cGFzc2VkDQo=" },
    { sessionUpdate: "terminal_update", terminalId, exitStatus: { exitCode: 0 } },
    running([]),
    { sessionUpdate: "tool_call_update", toolCallId, status: "completed" },
  ];
}

function aboutSession(session: SessionTwo, freshId: FreshId): JsonObject[] {
  return [
    {
      sessionUpdate: "plan_update",
      plan: {
        type: "items",
        planId: `plan-${freshId()}`,
        entries: [{ content: "Read the note", priority: "high", status: "cancelled" }],
      },
    },
    {
      sessionUpdate: "plan_update",
      plan: { type: "_raw-agent.example/map", planId: `plan-${freshId()}` },
    },
    { sessionUpdate: "available_commands_update", availableCommands: [...COMMANDS] },
    { sessionUpdate: "config_option_update", configOptions: session.options() },
    { sessionUpdate: "session_info_update", title: "A note" },
    { sessionUpdate: "usage_update", used: 120, size: 4096, cost: { amount: 0.01, currency: "EUR" } },
    { sessionUpdate: "notice", severity: "info", title: "Nothing to see" },
    { sessionUpdate: "compaction_update", compactionId: `c-${freshId()}`, status: "completed" },
    {
      sessionUpdate: "_raw-agent.example/weather",
      forecast: "rain",
    },
  ];
}
