import { test } from "tap";
import { plainClient, selectOption } from "../../src/driver/client-policy.js";
import type { Json } from "../../src/wire/message.js";

function selected(options: Json, kind: "allow" | "reject" = "allow"): unknown {
  const answer = selectOption({ options }, kind);
  return answer !== "held" && "result" in answer ? answer.result : answer;
}

const option = (optionId: Json, kind: Json): Json => ({ optionId, kind, name: "n" });
const chosen = (optionId: string): unknown => ({ outcome: { outcome: "selected", optionId } });

test("selectOption() takes the first option of its kind, else the first one", async (t) => {
  const options = [option("no", "reject_once"), option("yes", "allow_once"), option("ever", "allow_always")];

  t.same(selected(options), chosen("yes"));
  t.same(selected(options, "reject"), chosen("no"));
  t.same(selected([option("a", "other"), option("b", "other")]), chosen("a"));
});

test("selectOption() answers whatever an agent offers", async (t) => {
  const unprintable = { toString: 1, valueOf: 1 };

  t.same(selected([]), chosen(""));
  t.same(selected("allow"), chosen(""), "no list");
  t.same(selected([null, 7, "allow", option("x", "allow_once")]), chosen("x"), "no objects in it");
  t.same(selected([option(7, "allow_once")]), chosen(""), "an option id that is no string");
  t.same(
    selected([option("a", unprintable), option("b", "allow_once")]),
    chosen("b"),
    "a kind that is no text",
  );
});

test("the plain client answers permission requests and nothing else", async (t) => {
  t.same(Object.keys(plainClient), ["session/request_permission"]);
  t.same(await plainClient["session/request_permission"]?.({ options: [option("x", "allow_once")] }), {
    result: chosen("x"),
  });
});
