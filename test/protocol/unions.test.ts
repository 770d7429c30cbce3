import { test } from "tap";
import { loadProtocol } from "../../src/protocol/load-protocol.js";
import { printViolation } from "../../src/protocol/schema-violation.js";

const pinned = await loadProtocol("v1.19.0");
const v1 = await loadProtocol("v1");
const v2 = await loadProtocol("v2");

const places = (violations: readonly { path: string; rule: string }[]) =>
  violations.map(({ path, rule }) => `${path} ${rule}`);

test("a closed tagged union points at the arm of its tag only", async (t) => {
  const update = { sessionUpdate: "tool_call", toolCallId: 5, title: "t" };

  t.same(pinned.judgeDefinition("SessionUpdate", update).map(printViolation), [
    "value.toolCallId: expected string, found 5 (ToolCallId, type)",
  ]);
  t.same(places(pinned.judgeDefinition("SessionUpdate", { sessionUpdate: "state_update" })), [
    "value.sessionUpdate enum",
  ]);
  t.same(places(pinned.judgeDefinition("SessionUpdate", 5)), ["value type"]);
});

test("a default arm takes whatever fits it, and is blamed only without a tag", async (t) => {
  const stdio = { name: "n", command: "c", args: [], env: [] };

  t.same(pinned.judgeDefinition("McpServer", stdio), []);
  t.same(pinned.judgeDefinition("McpServer", { ...stdio, type: "http", url: "u" }), [], "the schema's trap");
  t.same(places(pinned.judgeDefinition("McpServer", { type: "http", name: "n", url: "u" })), [
    "value.headers required",
  ]);
  t.same(places(pinned.judgeDefinition("McpServer", { name: "n", command: "c", args: [] })), [
    "value.env required",
  ]);
});

test("a base object and its union are judged together", async (t) => {
  t.same(places(pinned.judgeDefinition("SessionConfigOption", { type: "boolean", currentValue: true })), [
    "value.id required",
    "value.name required",
  ]);
  t.same(places(pinned.judgeDefinition("SessionConfigOption", { id: "i", name: "n", type: "boolean" })), [
    "value.currentValue required",
  ]);
  const request = { sessionId: "s", configId: "c", type: "boolean" };
  t.same(pinned.judgeDefinition("SetSessionConfigOptionRequest", { ...request, value: "true" }), []);
  t.same(places(pinned.judgeDefinition("SetSessionConfigOptionRequest", { ...request, value: 1 })), [
    "value.value type",
  ]);
});

test("a catch-all takes unknown tags but not malformed known ones", async (t) => {
  t.same(v2.judgeDefinition("ContentBlock", { type: "hologram", data: 1 }), []);
  t.same(places(v2.judgeDefinition("ContentBlock", { type: "text" })), ["value.text required"]);
  t.same(v2.judgeDefinition("IdleStateUpdate", { stopReason: null }), []);
  t.same(v2.judgeDefinition("IdleStateUpdate", {}), []);
  t.same(places(v2.judgeDefinition("IdleStateUpdate", { stopReason: 5 })), ["value.stopReason type"]);
});

test("an untagged union points at the arm that the value tries to be", async (t) => {
  t.same(places(pinned.judgeDefinition("EmbeddedResourceResource", { uri: "u", blob: 5 })), [
    "value.blob type",
  ]);
  t.same(places(pinned.judgeDefinition("EmbeddedResourceResource", { text: "t" })), ["value.uri required"]);
  t.same(pinned.judgeDefinition("EmbeddedResourceResource", { uri: "u", text: "t", blob: "b" }), []);
  const group = { group: "g", name: "n", options: [{ value: "v" }] };
  t.same(places(pinned.judgeDefinition("SessionConfigSelectOptions", [group])), [
    "value[0].options[0].name required",
  ]);
  t.same(places(pinned.judgeDefinition("SessionConfigSelectOptions", [{ value: "v" }])), [
    "value[0].name required",
  ]);
  t.same(pinned.judgeDefinition("SessionConfigSelectOptions", []), []);
});

test("scopes of an elicitation: v1 takes both ids, v2 only one", async (t) => {
  const form = { requestedSchema: { type: "object", properties: {} }, sessionId: "s", requestId: 1 };

  t.same(v1.judgeDefinition("ElicitationFormMode", form), []);
  t.same(places(v2.judgeDefinition("ElicitationFormMode", form)), ["value oneOf"]);
  t.same(places(v2.judgeDefinition("ElicitationFormMode", { ...form, sessionId: 5, requestId: true })), [
    "value.sessionId type",
  ]);
});

test("enums are closed or open as the schema says", async (t) => {
  t.same(places(v1.judgeDefinition("ToolKind", "sing")), ["value enum"]);
  t.same(v2.judgeDefinition("ToolKind", "sing"), []);
  t.same(v1.judgeDefinition("SessionConfigOptionCategory", "sing"), []);
  t.same(v1.judgeDefinition("ErrorCode", -1), []);
  t.same(places(v1.judgeDefinition("ErrorCode", 1.5)), ["value type"]);
});
