import { test } from "tap";
import { loadProtocol } from "../../src/protocol/load-protocol.js";
import { printViolation } from "../../src/protocol/schema-violation.js";

const pinned = await loadProtocol("v1.19.0");
const v1 = await loadProtocol("v1");
const v2 = await loadProtocol("v2");

const paths = (violations: readonly { path: string }[]) => violations.map(({ path }) => path);

test("unknownFields() finds fields at any depth that no definition names", async (t) => {
  const params = { sessionId: "s", prompt: [{ type: "text", text: "t", tone: 1 }], extra: 1 };

  t.same(pinned.unknownFields("request", "session/prompt", "c2a", params).map(printViolation), [
    'params.prompt[0].tone: expected a field of ContentBlock, found "tone" (ContentBlock, unknown-field)',
    'params.extra: expected a field of PromptRequest, found "extra" (PromptRequest, unknown-field)',
  ]);
  t.same(pinned.judge("request", "session/prompt", "c2a", params), [], "which the schema itself allows");
});

test("unknownFields() leaves alone what is open", async (t) => {
  const update = {
    sessionUpdate: "tool_call",
    toolCallId: "t",
    title: "t",
    rawInput: { anything: { at: "all" } },
    rawOutput: [{ x: 1 }],
    _meta: { "vendor.dev/x": { y: 1 } },
  };

  t.same(pinned.unknownFields("notification", "session/update", "a2c", { sessionId: "s", update }), []);
  t.same(pinned.unknownFields("request", "_vendor/thing", "c2a", { any: 1 }), [], "an extension's params");
  t.same(pinned.unknownFields("error", "x", "c2a", { code: 1, message: "m", data: { any: 1 } }), []);
  const unknown = { sessionId: "s", prompt: [{ type: "hologram", any: { thing: 1 } }] };
  t.same(v2.unknownFields("request", "session/prompt", "c2a", unknown), [], "an unknown variant");
});

test("unknownFields() merges base, tag and payload", async (t) => {
  const base = { message: "m", sessionId: "s", toolCallId: "t", _meta: {} };
  const form = {
    ...base,
    mode: "form",
    requestedSchema: { type: "object", properties: { a: { type: "string" } } },
  };

  t.same(v1.unknownFields("request", "elicitation/create", "a2c", form), []);
  t.same(paths(v1.unknownFields("request", "elicitation/create", "a2c", { ...form, url: "x" })), [
    "params.url",
  ]);
  const option = {
    id: "i",
    name: "n",
    type: "select",
    currentValue: "v",
    options: [{ value: "v", name: "n", x: 1 }],
  };
  t.same(
    paths(pinned.unknownFields("result", "session/set_config_option", "c2a", { configOptions: [option] })),
    ["result.configOptions[0].options[0].x"],
  );
});

test("unknownFields() goes by the tag, and knows the tag itself", async (t) => {
  const stdio = { name: "n", command: "c", args: [], env: [], type: "stdio" };
  const http = { type: "http", name: "n", url: "u", headers: [], command: "c" };

  t.same(
    paths(pinned.unknownFields("request", "session/new", "c2a", { cwd: "/", mcpServers: [stdio, http] })),
    ["params.mcpServers[1].command"],
  );
});
