import type { ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk";

/** A session update as one plain line. */
export function showUpdate(update: SessionUpdate): string {
  switch (update.sessionUpdate) {
    case "user_message_chunk":
    case "agent_message_chunk":
    case "agent_thought_chunk":
      return `${update.sessionUpdate}: ${showContent(update.content)}`;
    case "tool_call":
      return `tool_call ${update.toolCallId}: ${update.title} (${update.status ?? "pending"})`;
    case "tool_call_update":
      return `tool_call_update ${update.toolCallId}: ${update.status ?? "unchanged"}`;
    case "plan":
      return `plan: ${update.entries.map((entry) => `${entry.content} (${entry.status})`).join(", ")}`;
    case "current_mode_update":
      return `current_mode_update: ${update.currentModeId}`;
    default:
      return update.sessionUpdate;
  }
}

function showContent(content: ContentBlock): string {
  return content.type === "text" ? JSON.stringify(content.text) : `[${content.type}]`;
}
