import { test } from "tap";
import { type MappingOptions, type Moment, mapMoment } from "../../src/mapping/mapping.js";
import type { Json } from "../../src/wire/message.js";

const updated = (update: Json): Moment => ({
  kind: "notification",
  method: "session/update",
  params: { sessionId: "s", update },
});
const typesOf = (moment: Moment, options?: MappingOptions): readonly string[] =>
  mapMoment(moment, options).map(({ type }) => type);

test("mapMoment() names what the table does not list by rule", async (t) => {
  const names = [
    ["fs/read_text_file", "x.acp.fs.read.text.file"],
    ["initialize", "x.acp.initialize.event"],
    ["some/future_notification", "x.acp.some.future.notification"],
    ["$/cancel_request", "x.acp.cancel.request"],
    ["_Vendor.App//do-It_", "x.acp.vendor.app.doit"],
    ["", "x.acp.unknown.event"],
    ["\u00e9/\u65e5", "x.acp.unknown.event"],
    ["a".repeat(257), "x.acp.unknown.event"],
    ["\u212aelvin", "x.acp.elvin.event"],
    // x.VENDOR.control.* are commands, which carry no seq.
    ["control", "x.acp.other.control"],
    ["control/stop", "x.acp.other.control.stop"],
    ["controls/stop", "x.acp.controls.stop"],
  ] as const;

  for (const [method, type] of names) t.same(typesOf({ kind: "notification", method }), [type], method);
});

test("mapMoment() maps session/cancel and session/update by method, with or without an id", async (t) => {
  for (const kind of ["request", "notification"] as const) {
    t.same(typesOf({ kind, method: "session/cancel", params: { sessionId: "s" } }), ["x.acp.session.cancel"]);
    t.same(typesOf({ ...updated({ sessionUpdate: "plan" }), kind }), ["x.acp.plan.updated"]);
  }
  t.same(typesOf({ kind: "response", method: "session/cancel", result: null }), []);
});

test("mapMoment() opens no run and no permission that could not be answered", async (t) => {
  t.same(typesOf({ kind: "notification", method: "session/prompt" }), ["x.acp.session.prompt"]);
  t.same(typesOf({ kind: "notification", method: "session/request_permission" }), [
    "x.acp.session.request.permission",
  ]);
});

test("mapMoment() never takes the tokens in the window for input tokens", async (t) => {
  const dataOf = (fields: Json) =>
    mapMoment(updated({ sessionUpdate: "usage_update", ...Object(fields) }))[0]?.data;

  t.same(dataOf({ used: 1200, size: 200_000, cost: { amount: 0.5, currency: "USD" } }), {
    used: 1200,
    size: 200_000,
    cost: { currency: "USD", total: 0.5 },
  });
  t.same(dataOf({ usedTokens: 1200, outputTokens: 80 }), {
    "gen_ai.usage.input_tokens": 1200,
    "gen_ai.usage.output_tokens": 80,
  });
  t.same(dataOf({ used: -1, size: 1.5, cost: { amount: 1, currency: "my password" } }), {});
});

test("mapMoment() shows no content in the names of a plan's fields", async (t) => {
  const [event] = mapMoment(
    updated({
      sessionUpdate: "plan",
      entries: [{ status: "pending" }, { status: "in progress: the key is" }, 7],
    }),
  );

  t.same(event?.data, { entries_pending: 1, entries_other: 2 });
});

test("mapMoment() makes the attention prompt of structure alone at metadata", async (t) => {
  const asked = (toolCall: Json): Moment => ({
    kind: "request",
    method: "session/request_permission",
    params: { sessionId: "s", toolCall, options: [] },
  });
  const promptOf = (toolCall: Json, options?: MappingOptions): unknown =>
    mapMoment(asked(toolCall), options)[0]?.data["prompt"];

  t.equal(promptOf({ toolCallId: "t", title: "rm -r" }), "Permission requested: rm -r");
  t.equal(
    promptOf({ toolCallId: "t", title: "rm -r" }, { ceiling: "metadata" }),
    "acp requests permission: t",
  );
  t.equal(promptOf({ toolCallId: "t", title: null }), "Permission requested: t");
  t.equal(promptOf({}), "Permission requested");
  t.equal(promptOf({}, { attention: "metadata" }), "acp requests permission");
});

test("mapMoment() redacts every text below full", async (t) => {
  const redact = { text: () => "gone", value: () => ({ gone: true }) };
  const call = updated({
    sessionUpdate: "tool_call",
    toolCallId: "t",
    title: "words",
    rawInput: { words: 1 },
  });
  const dataOf = (options: MappingOptions) => mapMoment(call, { redact, ...options })[0]?.data;

  t.match(dataOf({}), { tool: { name: "gone", call_id: "t" } });
  t.match(dataOf({ ceiling: "redacted" }), { tool: { name: "gone" }, args_redacted: { gone: true } });
  t.match(dataOf({ ceiling: "full" }), { tool: { name: "words" }, args: { words: 1 } });
  t.equal(
    dataOf({})?.["args_digest"],
    dataOf({ ceiling: "full" })?.["args_digest"],
    "a digest is of the original",
  );
});

test("mapMoment() takes anything for a moment", async (t) => {
  // A caller's type is no proof of what a file holds.
  const map = mapMoment as (moment: unknown) => readonly unknown[];

  for (const moment of [null, undefined, 7, "x", [], {}, { method: 7 }, { kind: "response" }]) {
    t.same(map(moment), [], JSON.stringify(moment));
  }
  t.same(typesOf({ kind: "request", method: "session/prompt", params: [[]] }), ["run.started"]);
});
