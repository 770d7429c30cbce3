import { type Line, line } from "./trace.js";

type Members = Readonly<Record<string, unknown>>;

const clientAsks = (id: number, method: string, params: Members): Line => line("c2a", { id, method, params });
const clientAnswers = (id: number, result: Members = {}): Line => line("c2a", { id, result });
const clientRefuses = (id: number, code: number): Line => line("c2a", { id, error: { code, message: "No" } });
const asks = (id: number, method: string, params: Members): Line =>
  line("a2c", { id, method, params: { sessionId: "s", ...params } });
const answers = (id: number, result: Members = {}): Line => line("a2c", { id, result });
const tells = (method: string, params: Members): Line => line("a2c", { method, params });
const updates = (sessionUpdate: string, more: Members, sessionId = "s"): Line =>
  tells("session/update", { sessionId, update: { sessionUpdate, ...more } });
const says = (messageId: string, content: Members): Line =>
  updates("agent_message_chunk", { messageId, content });
const changesCall = (toolCallId: string, more: Members): Line =>
  updates("tool_call_update", { toolCallId, ...more });

const TEXT = { type: "text", text: "Hi" };
const TERMINAL = { content: [{ type: "terminal", terminalId: "x" }] };

/** The options of its session. */
export const OPTIONS: readonly Members[] = [
  {
    id: "mode",
    name: "Mode",
    category: "mode",
    type: "select",
    currentValue: "a",
    options: [
      { value: "a", name: "A" },
      { value: "b", name: "B" },
    ],
  },
  { id: "loud", name: "Loud", type: "boolean", currentValue: true },
];

/** What its client announces. */
export const CAPABILITIES: Members = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  auth: { terminal: true },
  elicitation: { form: {}, url: {} },
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
};

const BEGINNING: readonly Line[] = [
  clientAsks(0, "initialize", {
    protocolVersion: 1,
    clientCapabilities: CAPABILITIES,
    clientInfo: { name: "c", version: "1" },
  }),
  answers(0, {
    protocolVersion: 1,
    agentCapabilities: {
      loadSession: true,
      sessionCapabilities: { list: {}, resume: {} },
      _meta: { "a/ask": true },
    },
    agentInfo: { name: "a", version: "1" },
    authMethods: [
      { id: "m", name: "M" },
      { type: "terminal", id: "t", name: "T" },
    ],
  }),
  clientAsks(1, "session/list", {}),
  answers(1, { sessions: [{ sessionId: "old", cwd: "/tmp", updatedAt: "2026-01-01T00:00:00Z" }] }),
  clientAsks(2, "session/new", { cwd: "/tmp", mcpServers: [] }),
  answers(2, {
    sessionId: "s",
    modes: {
      currentModeId: "a",
      availableModes: [
        { id: "a", name: "A" },
        { id: "b", name: "B" },
      ],
    },
    configOptions: OPTIONS,
  }),
  updates("available_commands_update", { availableCommands: [{ name: "web", description: "Searches" }] }),
];

const entry = (content: string, status: string): Members => ({ content, priority: "high", status });

const OUTPUT: readonly Line[] = [
  clientAsks(3, "session/prompt", { sessionId: "s", prompt: [TEXT] }),
  updates("user_message_chunk", { messageId: "u1", content: TEXT }),
  says("m1", { type: "text", text: "one", annotations: { priority: 1 } }),
  says("m1", { type: "resource_link", uri: "file:///a", name: "a" }),
  says("m1", { type: "resource", resource: { uri: "file:///a", text: "b" } }),
  says("m1", { type: "image", mimeType: "image/png", data: "AAAA" }),
  says("m1", { type: "audio", mimeType: "audio/wav", data: "AAAA" }),
  updates("agent_thought_chunk", { messageId: "m2", content: TEXT }),
  updates("plan", { entries: [entry("A", "pending"), entry("B", "pending")], _meta: {} }),
  updates("plan", { entries: [entry("A", "in_progress"), entry("B", "pending")] }),
  updates("plan", { entries: [entry("A", "completed"), entry("B", "completed")] }),
  updates("session_info_update", {
    title: "T",
    _meta: { traceparent: `00-${"1".repeat(32)}-${"2".repeat(16)}-01` },
  }),
  updates("usage_update", { used: 1, size: 10, cost: { amount: 1, currency: "USD" } }),
  updates("usage_update", { used: 2, size: 10, cost: { amount: 2, currency: "USD" } }),
  updates("config_option_update", { configOptions: OPTIONS }),
  updates("notice", { severity: "info", title: "N" }),
  updates("compaction_update", { compactionId: "k", status: "in_progress" }),
  updates("compaction_summary_chunk", { compactionId: "k", content: TEXT }),
  updates("compaction_update", { compactionId: "k", status: "completed" }),
];

const CALLS: readonly Line[] = [
  updates("tool_call", {
    toolCallId: "t1",
    title: "Edit",
    kind: "edit",
    status: "pending",
    locations: [{ path: "/tmp/a", line: 1 }],
  }),
  asks(0, "session/request_permission", {
    toolCall: { toolCallId: "t1" },
    options: [
      { optionId: "yes", name: "Y", kind: "allow_once" },
      { optionId: "no", name: "N", kind: "reject_once" },
    ],
  }),
  clientAnswers(0, { outcome: { outcome: "selected", optionId: "yes" } }),
  changesCall("t1", { status: "in_progress" }),
  asks(1, "fs/read_text_file", { path: "/tmp/a", line: 1, limit: 5 }),
  clientAnswers(1, { content: "" }),
  asks(2, "fs/write_text_file", { path: "/tmp/a", content: "x" }),
  clientAnswers(2),
  changesCall("t1", {
    status: "completed",
    content: [
      { type: "diff", path: "/tmp/a", oldText: null, newText: "x" },
      { type: "content", content: TEXT },
    ],
  }),
  updates("tool_call", { toolCallId: "t2", title: "Run", kind: "execute" }),
  asks(3, "terminal/create", { command: "ls", cwd: "/tmp" }),
  clientAnswers(3, { terminalId: "x" }),
  changesCall("t2", { status: "in_progress", ...TERMINAL }),
  asks(4, "terminal/wait_for_exit", { terminalId: "x" }),
  clientAnswers(4, { exitCode: 0, signal: null }),
  asks(5, "terminal/release", { terminalId: "x" }),
  clientAnswers(5),
  changesCall("t2", { status: "completed", ...TERMINAL }),
  updates("tool_call", { toolCallId: "t3", title: "Plan", kind: "switch_mode" }),
  changesCall("t3", { status: "in_progress" }),
  updates("current_mode_update", { currentModeId: "b" }),
  changesCall("t3", { status: "completed" }),
];

const FORM = { type: "object", properties: { name: { type: "string" } } };
const url = (elicitationId: string): Members => ({
  mode: "url",
  message: "Visit",
  url: "https://a.test/x",
  elicitationId,
});

const QUESTIONS: readonly Line[] = [
  asks(6, "elicitation/create", { mode: "form", message: "Which?", requestedSchema: FORM }),
  clientAnswers(6, { action: "decline" }),
  asks(7, "elicitation/create", url("e1")),
  asks(8, "elicitation/create", url("e2")),
  clientAnswers(7, { action: "accept" }),
  clientAnswers(8, { action: "decline" }),
  tells("elicitation/complete", { elicitationId: "e1" }),
  line("a2c", {
    id: 9,
    method: "elicitation/create",
    params: { requestId: 3, mode: "form", message: "And?", requestedSchema: FORM },
  }),
  tells("$/cancel_request", { requestId: 9 }),
  clientRefuses(9, -32800),
  tells("_a/log", {}),
  line("a2c", { id: 10, method: "_a/ask", params: {} }),
  clientRefuses(10, -32601),
  answers(3, { stopReason: "end_turn" }),
];

const RETURN: readonly Line[] = [
  clientAsks(4, "session/set_config_option", { sessionId: "s", configId: "mode", value: "a" }),
  answers(4, { configOptions: OPTIONS }),
  clientAsks(5, "session/prompt", { sessionId: "s", prompt: [TEXT] }),
  says("m3", TEXT),
  answers(5, { stopReason: "end_turn" }),
  clientAsks(6, "session/load", { sessionId: "old", cwd: "/tmp", mcpServers: [] }),
  updates("user_message_chunk", { messageId: "u0", content: TEXT }, "old"),
  answers(6),
  clientAsks(7, "session/resume", { sessionId: "old", cwd: "/tmp", mcpServers: [] }),
  answers(7),
  clientAsks(8, "session/set_mode", { sessionId: "s", modeId: "z" }),
  line("a2c", { id: 8, error: { code: -32602, message: "Not here" } }),
];

/** An agent that does much and breaks nothing. */
export const agentConversation: readonly Line[] = [
  ...BEGINNING,
  ...OUTPUT,
  ...CALLS,
  ...QUESTIONS,
  ...RETURN,
];
