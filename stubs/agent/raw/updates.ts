import { join } from "node:path";
import type { JsonObject } from "../../../src/wire/message.js";

/** One pixel, so that there is an image to show. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

/** The updates of an ordinary turn: each kind of the schema once, and a read tool call from its start to its end. */
export function updatesOfTurn(cwd: string, freshId: () => string): JsonObject[] {
  const toolCallId = `call-${freshId()}`;
  const switchId = `call-${freshId()}`;
  const messageId = `m-${freshId()}`;
  const note = join(cwd, "note.txt");
  const say = (content: JsonObject): JsonObject => ({
    sessionUpdate: "agent_message_chunk",
    messageId,
    content,
  });
  return [
    {
      sessionUpdate: "user_message_chunk",
      messageId: `u-${freshId()}`,
      content: { type: "text", text: "as you said" },
    },
    {
      sessionUpdate: "agent_thought_chunk",
      messageId: `t-${freshId()}`,
      content: { type: "text", text: "é — 😀" },
    },
    {
      sessionUpdate: "plan",
      entries: [{ content: "Read the note", priority: "high", status: "in_progress" }],
    },
    {
      sessionUpdate: "tool_call",
      toolCallId,
      title: "Read the note",
      kind: "read",
      status: "pending",
      locations: [{ path: note, line: 1 }],
      rawInput: { path: note },
    },
    { sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" },
    {
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: "completed",
      content: [{ type: "content", content: { type: "text", text: "ready\n" } }],
    },
    { sessionUpdate: "usage_update", used: 120, size: 4096, cost: { amount: 0.01, currency: "EUR" } },
    {
      sessionUpdate: "available_commands_update",
      availableCommands: [{ name: "test", description: "Runs tests" }],
    },
    {
      sessionUpdate: "tool_call",
      toolCallId: switchId,
      title: "Go back to asking",
      kind: "switch_mode",
      status: "in_progress",
    },
    { sessionUpdate: "current_mode_update", currentModeId: "ask" },
    { sessionUpdate: "tool_call_update", toolCallId: switchId, status: "completed" },
    { sessionUpdate: "session_info_update", title: "A note" },
    say({ type: "image", mimeType: "image/png", data: PNG }),
    say({ type: "audio", mimeType: "audio/wav", data: WAV }),
    say({ type: "resource_link", uri: `file://${note}`, name: "note.txt" }),
    say({ type: "resource", resource: { uri: `file://${note}`, text: "ready\n" } }),
    say({
      type: "text",
      text: "ready",
      annotations: { audience: ["user"], priority: 1 },
      _meta: { traceparent: "00-80e1afed08e019fc1110464cfa66635c-7a085853722dc6d2-01" },
    }),
  ];
}
