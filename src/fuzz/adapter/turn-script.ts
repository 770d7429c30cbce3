import type { Json, JsonObject } from "../../wire/message.js";
import type { Loss } from "./adapts.js";

/** Updates of version 2 that version 1 has no words for, and what would be lost with them. */
export interface Unsayable {
  readonly loss: Loss;
  /** For people: what the agent says. */
  readonly about: string;
  readonly update: JsonObject;
}

/** What the agent says of a message and of a tool call before anything that version 1 cannot say. */
export const KNOWN_TEXT = "acp-assay: first text";
export const NEW_TEXT = "acp-assay: replacing text";
/** The text that ends each turn: when it is there, whatever was said before it has been handled. */
export const LAST_TEXT = "acp-assay: last text";
export const TOOL_NAME = "acp_assay_tool";
/** An id that no client has created. */
export const TERMINAL_ID = "acp-assay-terminal";

/** The prompt of each turn, and the id that the agent gives it. */
export const PROMPT_TEXT = "Hello";
export const PROMPT = "acp-assay-prompt-1";

const MESSAGE = "acp-assay-message-1";
const TOOL_CALL = "acp-assay-call-1";

/** A tool call as it is first told. */
export const KNOWN_TOOL_CALL: JsonObject = {
  toolCallId: TOOL_CALL,
  title: "Run the tests",
  name: TOOL_NAME,
  kind: "execute",
  status: "in_progress",
};

/** What every turn begins with: nothing that version 1 could not say too. */
export const OPENING: readonly JsonObject[] = [
  { sessionUpdate: "user_message", messageId: PROMPT, content: [{ type: "text", text: PROMPT_TEXT }] },
  { sessionUpdate: "state_update", state: "running" },
  chunk(MESSAGE, KNOWN_TEXT),
  { sessionUpdate: "tool_call_update", ...KNOWN_TOOL_CALL },
];

/** What every turn ends with. */
export const CLOSING: readonly JsonObject[] = [
  chunk("acp-assay-message-2", LAST_TEXT),
  { sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" },
];

/**
 * Exactly what the cited pages name (docs/rfds/v2/message-updates.mdx, "Implementation details and plan";
 * docs/rfds/tool-call-name.mdx, "Compatibility and conversion"; docs/rfds/v2/enum-variant-extension.mdx, "Implementation
 * details and plan"), one at a time.
 */
export const UNSAYABLE: readonly Unsayable[] = [
  {
    loss: "message-replacement",
    about: "other content for a message that the client has",
    update: message({ content: [{ type: "text", text: NEW_TEXT }] }),
  },
  {
    loss: "message-clear",
    about: '"content": null for a message that the client has',
    update: message({ content: null }),
  },
  {
    loss: "message-clear",
    about: '"content": [] for a message that the client has',
    update: message({ content: [] }),
  },
  {
    loss: "message-patch",
    about: "an update of a message with _meta alone",
    update: message({ _meta: { "acp-assay/patch": "new" } }),
  },
  {
    loss: "tool-call-name-clear",
    about: '"name": null for a tool call whose name the client has',
    update: toolCall({ name: null }),
  },
  {
    loss: "unknown-update",
    about: "an update of a kind that no version knows",
    update: { sessionUpdate: "_acp-assay_update", note: "acp-assay: unknown update" },
  },
  {
    loss: "unknown-content",
    about: "content of a tool call of a type that no version knows",
    update: toolCall({ content: [{ type: "_acp-assay_content", note: "acp-assay: unknown content" }] }),
  },
];

/**
 * A terminal of the agent with its output, and both ways in which a tool call can refer to it
 * (docs/rfds/v2/terminal-output.mdx, "Tool-call terminal content").
 */
export const TERMINAL: readonly JsonObject[] = [
  {
    sessionUpdate: "terminal_update",
    terminalId: TERMINAL_ID,
    command: "npm test",
    output: { data: "b2sK" },
    exitStatus: { exitCode: 0 },
  },
  toolCall({ content: [{ type: "terminal", terminalId: TERMINAL_ID }] }),
  {
    sessionUpdate: "tool_call_content_chunk",
    toolCallId: TOOL_CALL,
    content: { type: "terminal", terminalId: TERMINAL_ID },
  },
];

function chunk(messageId: string, text: string): JsonObject {
  return { sessionUpdate: "agent_message_chunk", messageId, content: { type: "text", text } };
}

function message(fields: JsonObject): JsonObject {
  return { sessionUpdate: "agent_message", messageId: MESSAGE, ...fields };
}

function toolCall(fields: Readonly<Record<string, Json>>): JsonObject {
  return { sessionUpdate: "tool_call_update", toolCallId: TOOL_CALL, ...fields };
}
