import type { JsonObject } from "../../../../src/wire/message.js";
import { type Behaviour, mutant } from "../behaviour.js";
import { besides, changeBlock, changeCall, changeUpdate, firstOf, without } from "../change.js";

const CHUNK = "agent_message_chunk";

/** Defects in session updates and in the content that they carry. */
export const updateMutants: readonly Behaviour[] = [
  mutant(
    "camel-kind",
    "names a kind of update in camelCase",
    changeUpdate(CHUNK, (update) => ({ ...update, sessionUpdate: "agentMessageChunk" })),
  ),
  mutant(
    "unknown-kind",
    "invents a kind of update",
    changeUpdate("plan", (update) => ({ ...update, sessionUpdate: "todo_list" })),
  ),
  mutant(
    "state-of-two",
    "tells its state as version 2 does",
    besides((turn) => turn.update({ sessionUpdate: "state_update", state: "running" })),
  ),
  mutant(
    "no-session-id",
    "sends updates without a session",
    changeCall("session/update", (params) => without(params, "sessionId")),
  ),
  mutant(
    "foreign-session",
    "sends updates of a session that nobody knows",
    changeCall("session/update", (params) => ({ ...params, sessionId: "other" })),
  ),
  mutant("update-before-session", "sends commands in front of the answer to session/new", {
    outgoing: (message, { method }) => {
      const result = message["result"] as JsonObject | undefined;
      if (method !== "session/new" || result === undefined) return [message];
      const update = { sessionUpdate: "available_commands_update", availableCommands: [] };
      const params = { sessionId: result["sessionId"] ?? null, update };
      return [{ jsonrpc: "2.0", method: "session/update", params }, message];
    },
  }),
  mutant(
    "list-of-blocks",
    "puts a list of blocks in a chunk",
    changeUpdate(CHUNK, (update) => ({ ...update, content: [update["content"] ?? null] })),
  ),
  mutant(
    "message-number-id",
    "numbers its messages",
    changeUpdate(CHUNK, (update) => ({ ...update, messageId: 5 })),
  ),
  mutant("one-message-id", "gives thoughts and messages one id", {
    outgoing: (message) => [
      replaced(
        message,
        /"messageId":"[mt]-[^"]+"/,
        `"messageId":"${message["id"] ?? ""}${sessionOf(message)}"`,
      ),
    ],
  }),
  mutant("message-id-again", "uses message ids again in the next turn", {
    turn: async (turn) => {
      turn.say("hello", "m-0");
      return await turn.obey();
    },
  }),
  mutant(
    "plan-priority",
    "invents a priority",
    changeUpdate("plan", (update) =>
      firstOf(update, "entries", (entry) => ({ ...entry, priority: "urgent" })),
    ),
  ),
  mutant(
    "usage-null",
    "does not know how much it used",
    changeUpdate("usage_update", (update) => ({ ...update, used: null })),
  ),
  mutant(
    "cost-currencyless",
    "gives a cost without a currency",
    changeUpdate("usage_update", (update) => ({ ...update, cost: { amount: 1 } })),
  ),
  mutant(
    "cost-credits",
    "counts in credits",
    changeUpdate("usage_update", (update) => ({ ...update, cost: { amount: 1, currency: "credits" } })),
  ),
  mutant("cost-falls", "gives the cost of a turn as that of the session", {
    turn: async (turn) => {
      for (const amount of [2, 1]) {
        turn.update({ sessionUpdate: "usage_update", used: 1, size: 9, cost: { amount, currency: "USD" } });
      }
      return await turn.obey();
    },
  }),
  mutant(
    "size-zero",
    "reports usage of a context without a size",
    changeUpdate("usage_update", (update) => ({ ...update, size: 0 })),
  ),
  mutant(
    "command-bare",
    "lists commands by name alone",
    changeUpdate("available_commands_update", (update) => ({
      ...update,
      availableCommands: [{ name: "test" }],
    })),
  ),
  mutant(
    "mode-id",
    "names the new mode modeId",
    changeUpdate("current_mode_update", () => ({ sessionUpdate: "current_mode_update", modeId: "ask" })),
  ),
  mutant(
    "title-number",
    "gives a number as title",
    changeUpdate("session_info_update", (update) => ({ ...update, title: 5 })),
  ),
  mutant(
    "block-markdown",
    "invents a type of content",
    changeBlock("text", (block) => ({ ...block, type: "markdown" })),
  ),
  mutant(
    "text-missing",
    "leaves the text out of a text block",
    changeBlock("text", (block) => without(block, "text")),
  ),
  mutant(
    "image-url",
    "gives an address as image data",
    changeBlock("image", (block) => ({ ...block, data: "https://example.com/a.png" })),
  ),
  mutant(
    "audio-url",
    "gives an address as audio data",
    changeBlock("audio", (block) => ({ ...block, data: "https://example.com/a.wav" })),
  ),
  mutant(
    "link-nameless",
    "links a resource without a name",
    changeBlock("resource_link", (block) => without(block, "name")),
  ),
  mutant(
    "resource-empty",
    "embeds a resource without content",
    changeBlock("resource", (block) => ({ ...block, resource: { uri: "file:///a" } })),
  ),
  mutant(
    "annotation-text",
    "gives a priority as text",
    changeBlock("text", (block) => ({ ...block, annotations: { priority: "high" } })),
  ),
];

function replaced(message: JsonObject, pattern: RegExp, by: string): JsonObject {
  // What was JSON stays JSON: one member's value is exchanged for another text.
  return JSON.parse(JSON.stringify(message).replace(pattern, by)) as JsonObject;
}

function sessionOf(message: JsonObject): string {
  return String((message["params"] as JsonObject | undefined)?.["sessionId"] ?? "");
}
