import { type Line, line } from "./trace.js";

type Members = Readonly<Record<string, unknown>>;

const asks = (id: number, method: string, params: Members): Line => line("c2a", { id, method, params });
const tells = (method: string, params: Members): Line => line("c2a", { method, params });
const answers = (id: number, result: unknown): Line => line("c2a", { id, result });
const agentAsks = (id: number, method: string, params: Members): Line =>
  line("a2c", { id, method, params: { sessionId: "s", ...params } });
const agentAnswers = (id: number, result: Members = {}): Line => line("a2c", { id, result });

const OPTION = {
  id: "o",
  name: "O",
  type: "select",
  currentValue: "x",
  options: [{ value: "x", name: "X" }],
};
const ROOTS = { cwd: "/tmp", additionalDirectories: ["/srv"] };

const BEGINNING: readonly Line[] = [
  asks(0, "initialize", {
    protocolVersion: 1,
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      terminal: true,
      auth: { terminal: true },
      elicitation: { form: {} },
      _meta: { "c/ask": true },
    },
    clientInfo: { name: "c", version: "1" },
  }),
  agentAnswers(0, {
    protocolVersion: 1,
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
    },
    authMethods: [
      { id: "m", name: "M" },
      { type: "terminal", id: "t", name: "T" },
    ],
  }),
  asks(1, "authenticate", { methodId: "m" }),
  agentAnswers(1),
  asks(2, "session/list", { cwd: "/tmp" }),
  agentAnswers(2, { sessions: [{ sessionId: "old", cwd: "/tmp" }], nextCursor: "c1" }),
  asks(3, "session/list", { cursor: "c1" }),
  agentAnswers(3, { sessions: [] }),
  asks(4, "session/new", {
    ...ROOTS,
    mcpServers: [
      { name: "s", command: "/bin/true", args: [], env: [] },
      { type: "http", name: "h", url: "http://h/", headers: [] },
      { type: "sse", name: "e", url: "http://e/", headers: [] },
    ],
  }),
  agentAnswers(4, {
    sessionId: "s",
    modes: { currentModeId: "a", availableModes: [{ id: "a", name: "A" }] },
    configOptions: [OPTION],
  }),
  asks(5, "session/set_mode", { sessionId: "s", modeId: "a" }),
  agentAnswers(5),
  asks(6, "session/set_config_option", { sessionId: "s", configId: "o", value: "x" }),
  agentAnswers(6, { configOptions: [OPTION] }),
];

const TURN: readonly Line[] = [
  tells("_c/log", {}),
  asks(7, "_c/ask", {}),
  asks(8, "session/prompt", {
    sessionId: "s",
    prompt: [
      { type: "text", text: "Hi", annotations: { priority: 1 } },
      { type: "resource_link", uri: "file:///a", name: "a" },
      { type: "resource", resource: { uri: "file:///a", text: "b" } },
      { type: "image", mimeType: "image/png", data: "AAAA" },
    ],
    _meta: { traceparent: `00-${"1".repeat(32)}-${"2".repeat(16)}-01` },
  }),
  agentAsks(0, "session/request_permission", {
    toolCall: { toolCallId: "t" },
    options: [{ optionId: "yes", name: "Y", kind: "allow_once" }],
  }),
  answers(0, { outcome: { outcome: "selected", optionId: "yes" } }),
  agentAsks(1, "terminal/create", { command: "ls" }),
  answers(1, { terminalId: "x" }),
  agentAsks(2, "terminal/output", { terminalId: "x" }),
  answers(2, { output: "", truncated: false }),
  agentAsks(3, "terminal/wait_for_exit", { terminalId: "x" }),
  answers(3, { exitCode: 0, signal: null }),
  agentAsks(4, "terminal/kill", { terminalId: "x" }),
  answers(4, {}),
  agentAsks(5, "terminal/release", { terminalId: "x" }),
  answers(5, {}),
  agentAsks(6, "fs/write_text_file", { path: "/a", content: "" }),
  line("c2a", { id: 6, error: { code: -32602, message: "Not here" } }),
  agentAsks(7, "fs/write_text_file", { path: "/tmp/a", content: "" }),
  answers(7, {}),
  agentAsks(8, "elicitation/create", {
    mode: "form",
    message: "Which?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  }),
  answers(8, { action: "accept", content: { name: "n" } }),
  tells("session/cancel", { sessionId: "s" }),
  tells("$/cancel_request", { requestId: 8 }),
  agentAnswers(8, { stopReason: "cancelled" }),
];

const RETURN: readonly Line[] = [
  asks(9, "session/load", { sessionId: "s", ...ROOTS, mcpServers: [] }),
  agentAnswers(9),
  asks(10, "session/resume", { sessionId: "s", ...ROOTS, mcpServers: [] }),
  agentAnswers(10),
  asks(11, "session/close", { sessionId: "s" }),
  agentAnswers(11),
  asks(12, "session/delete", { sessionId: "s" }),
  agentAnswers(12),
];

/** A client that does much and breaks nothing. */
export const cleanConversation: readonly Line[] = [...BEGINNING, ...TURN, ...RETURN];
