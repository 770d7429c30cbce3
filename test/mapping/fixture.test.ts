import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import type { Moment } from "../../src/mapping/mapping.js";
import { loadProtocol } from "../../src/protocol/load-protocol.js";
import type { Direction } from "../../src/wire/direction.js";
import { root } from "../root.js";
import { Correlations } from "./fixture/correlations.js";
import { fallbackInput, momentInputs } from "./fixture/moment-inputs.js";
import { renderFixture } from "./fixture/render.js";
import { sessionInputs } from "./fixture/session-inputs.js";

const protocol = await loadProtocol("v1.19.0");

/** What the pinned schema has against a moment; the direction is that of the moment's request or notification. */
function violationsOf(moment: Moment, direction: Direction): readonly string[] {
  const { kind, method, params, result, error } = moment;
  if (protocol.method(method, direction) === undefined) return [`${method} is no method in this direction`];
  const [part, value] =
    kind !== "response" ? [kind, params] : error === undefined ? ["result", result] : ["error", error];
  return protocol
    .judge(part as "request", method, direction, value)
    .map((violation) => JSON.stringify(violation));
}

const SIDES: Readonly<Record<string, Direction>> = {
  "session/update": "a2c",
  "session/request_permission": "a2c",
  "fs/read_text_file": "a2c",
};

test("the fixture is what the mapping makes of its inputs", async (t) => {
  const text = readFileSync(join(root, "conformance/fixtures/mappings/acp.json"), "utf8");

  t.equal(text, renderFixture(), "else: node dist/test/mapping/fixture/write.js");
});

test("every moment of the fixture is valid for its method in the pinned schema", async (t) => {
  for (const [name, moment] of Object.entries(momentInputs)) {
    t.same(violationsOf(moment, SIDES[moment.method] ?? "c2a"), [], name);
  }
  t.match(fallbackInput.method, /^_/, "the fallback is an extension, which no schema describes");
});

test("a moment that is not valid is refused", async (t) => {
  const legacy: Moment = {
    kind: "notification",
    method: "session/update",
    params: { sessionId: "s", update: { sessionUpdate: "usage_update", usedTokens: 1, outputTokens: 2 } },
  };

  t.not(violationsOf(legacy, "a2c").length, 0);
  t.not(
    violationsOf({ kind: "request", method: "session/cancel", params: { sessionId: "s" } }, "c2a").length,
    0,
  );
  t.not(violationsOf({ kind: "response", method: "session/prompt", result: {} }, "c2a").length, 0);
});

test("every frame of the fixture's sessions is valid for its method in the pinned schema", async (t) => {
  for (const [name, frames] of Object.entries(sessionInputs)) {
    const correlations = new Correlations();
    for (const frame of frames) {
      const { moment, asked } = correlations.momentOf(frame);
      t.same(violationsOf(moment, asked), [], `${name}: ${moment.kind} ${moment.method}`);
    }
  }
});

test("the fixture covers every row of the table", async (t) => {
  const inputs = Object.values(momentInputs);
  const updates = inputs.map(({ params }) => Object(Object(params).update).sessionUpdate);
  const results = inputs.map(({ result }) => Object(result));

  for (const update of [
    "tool_call",
    "tool_call_update",
    "plan",
    "usage_update",
    "agent_message_chunk",
    "agent_thought_chunk",
    "user_message_chunk",
  ]) {
    t.ok(updates.includes(update), update);
  }
  for (const reason of ["end_turn", "max_tokens", "max_turn_requests", "cancelled", "refusal"]) {
    t.ok(
      results.some(({ stopReason }) => stopReason === reason),
      reason,
    );
  }
  for (const outcome of ["selected", "cancelled"]) {
    t.ok(
      results.some((result) => Object(result.outcome).outcome === outcome),
      outcome,
    );
  }
  for (const method of ["session/new", "session/load", "session/close", "session/delete"]) {
    t.ok(
      inputs.some((input) => input.method === method && input.kind === "response"),
      method,
    );
  }
});
