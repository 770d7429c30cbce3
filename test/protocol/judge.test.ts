import { test } from "tap";
import { loadProtocol } from "../../src/protocol/load-protocol.js";
import { printViolation } from "../../src/protocol/schema-violation.js";

const pinned = await loadProtocol("v1.19.0");
const v1 = await loadProtocol("v1");
const v2 = await loadProtocol("v2");

const text = { type: "text", text: "hi" };

test("judge() prints each violation in one line", async (t) => {
  const prompt = { sessionId: "s", prompt: [text, { type: "text" }, { type: "txt" }, {}], _meta: 5 };

  t.same(pinned.judge("request", "session/prompt", "c2a", prompt).map(printViolation), [
    "params.prompt[1].text: expected a value, found nothing (TextContent, required)",
    'params.prompt[2].type: expected one of "text", "image", "audio", "resource_link", "resource", found "txt" (ContentBlock, enum)',
    "params.prompt[3].type: expected a value, found nothing (ContentBlock, required)",
    "params._meta: expected object or null, found 5 (PromptRequest, type)",
  ]);
});

test("judge() accepts", async (t) => {
  t.same(pinned.judge("request", "session/prompt", "c2a", { sessionId: "s", prompt: [text] }), []);
  t.same(pinned.judge("result", "session/prompt", "c2a", { stopReason: "end_turn" }), []);
  t.same(
    pinned.judge("request", "session/list", "c2a", undefined),
    [],
    "params left out where no field is required",
  );
  t.same(pinned.judge("request", "_vendor/thing", "c2a", [1]), [], "whatever an extension sends");
  t.same(pinned.judge("notification", "$/unknown", "a2c", 1), [], "an unknown protocol-level notification");
  t.same(
    pinned.judge("error", "anything", "c2a", { code: -32000, message: "" }),
    [],
    "an error of any method",
  );
});

test("judge() knows the kind and the absence of things", async (t) => {
  const lines = [
    ...pinned.judge("request", "session/cancel", "c2a", { sessionId: "s" }),
    ...pinned.judge("notification", "session/prompt", "c2a", { sessionId: "s", prompt: [] }),
    ...pinned.judge("request", "initialize", "c2a", undefined),
    ...pinned.judge("request", "initialize", "c2a", null),
    ...pinned.judge("result", "session/load", "c2a", null),
    ...pinned.judge("result", "session/load", "c2a", undefined),
  ].map(printViolation);

  t.same(lines, [
    "id: expected a notification without an id, found a request with an id (CancelNotification, kind)",
    "id: expected a request with an id, found a notification without an id (PromptRequest, kind)",
    "params.protocolVersion: expected a value, found nothing (InitializeRequest, required)",
    "params: expected object, found null (InitializeRequest, type)",
    "result: expected object, found null (LoadSessionResponse, type)",
    "result: expected object, found nothing (LoadSessionResponse, type)",
  ]);
});

test("method() goes by direction", async (t) => {
  t.match(pinned.method("session/prompt", "c2a"), { params: "PromptRequest", result: "PromptResponse" });
  t.equal(pinned.method("session/prompt", "a2c"), undefined);
  t.match(pinned.method("session/update", "a2c"), { kind: "notification", params: "SessionNotification" });
  t.ok(pinned.method("$/cancel_request", "c2a"));
  t.ok(pinned.method("$/cancel_request", "a2c"));
  t.equal(pinned.method("session/promptly", "c2a"), undefined);
  t.ok(v1.method("elicitation/create", "a2c"));
  t.equal(pinned.method("elicitation/create", "a2c"), undefined);
});

test("judgeDefinition() names the value and refuses a name that the schema lacks", async (t) => {
  t.same(
    pinned.judgeDefinition("ToolKind", "sing", "kind").map(({ path, rule }) => [path, rule]),
    [["kind", "enum"]],
  );
  t.throws(() => pinned.judgeDefinition("Elicitation", {}), { code: "harness" });
});

test("violations name places that are hard to name, and keep secrets", async (t) => {
  const servers = [{ name: "a", command: "c", args: [], env: [{ name: "TOKEN", value: 12345 }] }];
  const [violation] = pinned.judge("request", "session/new", "c2a", { cwd: "/", mcpServers: servers });
  const schema = { type: "object", properties: { 'a"b/c~d': 5, "0": 5 } };
  const elicitation = { mode: "form", message: "m", sessionId: "s", requestedSchema: schema };

  t.equal(violation?.path, "params.mcpServers[0].env[0].value");
  t.equal(violation?.actual, "a number");
  t.same(
    v1.judge("request", "elicitation/create", "a2c", elicitation).map(({ path }) => path),
    ['params.requestedSchema.properties["0"]', 'params.requestedSchema.properties["a\\"b/c~d"]'],
  );
});

test("a long text is cut and a flood of violations is bounded", async (t) => {
  const [violation] = pinned.judgeDefinition("ToolKind", "x".repeat(1000));
  const flood = { sessionId: "s", prompt: Array.from({ length: 5000 }, () => 5) };

  t.ok((violation?.actual.length ?? 1000) < 100);
  t.match(violation?.actual, "1000 characters");
  t.equal(pinned.judge("request", "session/prompt", "c2a", flood).length, 100);
});

test("each schema judges by its own definitions", async (t) => {
  const params = { protocolVersion: 2, clientCapabilities: {} };

  t.same(v1.judge("request", "initialize", "c2a", params), []);
  t.match(v2.judge("request", "initialize", "c2a", params), [{ path: "params.info", rule: "required" }]);
});
