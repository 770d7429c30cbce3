import type { JsonObject } from "../../../src/wire/message.js";

/** One pixel, so that there is an image to show. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

const text = (words: string): JsonObject => ({ type: "text", text: words });
const say = (content: JsonObject): JsonObject => ({ sessionUpdate: "agent_message_chunk", content });

/** Every kind of update that the v1 schema knows and that needs no capability of the client. */
export const KNOWN: readonly JsonObject[] = [
  { sessionUpdate: "user_message_chunk", content: text("hello") },
  { sessionUpdate: "agent_thought_chunk", messageId: "t-1", content: text("é — 😀\u2028\u0085\u0000") },
  { sessionUpdate: "plan", entries: [{ content: "Read", priority: "high", status: "in_progress" }] },
  { sessionUpdate: "plan", entries: [] },
  { sessionUpdate: "tool_call", toolCallId: "call-1", title: "A call without kind and status" },
  { sessionUpdate: "tool_call_update", toolCallId: "call-1", kind: "switch_mode", status: "in_progress" },
  {
    sessionUpdate: "tool_call_update",
    toolCallId: "call-1",
    status: "completed",
    content: [
      { type: "content", content: text("done") },
      { type: "diff", path: "/tmp/note.txt", oldText: null, newText: "new\n" },
    ],
    locations: [{ path: "/tmp/note.txt", line: 1 }],
    rawInput: [1, null],
    rawOutput: "text",
  },
  {
    sessionUpdate: "available_commands_update",
    availableCommands: [{ name: "web", description: "Searches" }],
  },
  { sessionUpdate: "available_commands_update", availableCommands: [] },
  { sessionUpdate: "current_mode_update", currentModeId: "ask" },
  { sessionUpdate: "config_option_update", configOptions: [] },
  { sessionUpdate: "session_info_update", title: "A title" },
  { sessionUpdate: "session_info_update", title: null },
  { sessionUpdate: "usage_update", used: 120, size: 4096 },
  say({ type: "image", mimeType: "image/png", data: PNG }),
  say({ type: "audio", mimeType: "audio/wav", data: WAV }),
  say({ type: "resource_link", uri: "file:///tmp/note.txt", name: "note.txt" }),
  say({ type: "resource", resource: { uri: "file:///tmp/note.txt", text: "note" } }),
  { ...say(text("an id of null is none")), messageId: null },
];

/** Updates with _meta on nested objects, and with odd values under well-known keys of it. */
export const DECORATED: readonly [nested: readonly JsonObject[], values: readonly JsonObject[]] = [
  [
    say({ ...text("meta"), _meta: { nested: { list: [1, null, {}] } } }),
    {
      sessionUpdate: "tool_call",
      toolCallId: "call-2",
      title: "meta",
      _meta: {},
      locations: [{ path: "/tmp/note.txt", _meta: { line: null } }],
    },
    {
      sessionUpdate: "plan",
      entries: [{ content: "Read", priority: "low", status: "pending", _meta: { a: [[]] } }],
    },
  ],
  [
    { ...say(text("odd trace context")), _meta: { traceparent: 5, tracestate: [], baggage: { a: null } } },
    { ...say(text("null")), _meta: null },
  ],
];

/** What no schema of today has. */
export const FUTURE: { readonly kinds: readonly JsonObject[]; readonly fields: readonly JsonObject[] } = {
  kinds: [
    { sessionUpdate: "acp_assay_future", detail: { list: [1] } },
    { sessionUpdate: "_acp-assay.example/custom" },
  ],
  fields: [
    { ...say({ ...text("a field from the future"), acpAssayFuture: 1 }), acpAssayFuture: { list: [] } },
  ],
};
