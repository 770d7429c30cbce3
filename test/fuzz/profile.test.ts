import { type Test, test } from "tap";
import { profileOfLevel, readProfile } from "../../src/fuzz/profile.js";

/** A profile file with this content. */
function file(t: Test, content: unknown): string {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return `${t.testdir({ "profile.json": text })}/profile.json`;
}

test("a level is a profile: whoever promises bytes or lines forwards malformed lines", async (t) => {
  t.same(readProfile("bytes"), { promise: "bytes", malformed: "forward", without: {} });
  t.same(readProfile("lines"), profileOfLevel("lines"));
  t.same(
    ["bytes", "lines", "json"].map((level) => readProfile(level).malformed),
    ["forward", "forward", "reject"],
  );
});

test("a profile file says the level, the malformed policy and what is not promised", async (t) => {
  const without = { "bridge.promise.stderr": "it logs there" };

  t.same(readProfile(file(t, { promise: "json", malformed: "drop", without })), {
    promise: "json",
    malformed: "drop",
    without,
  });
  t.same(readProfile(file(t, { promise: "json" })), profileOfLevel("json"));
  t.same(
    readProfile(file(t, { promise: "lines" })),
    profileOfLevel("lines"),
    "all but the level may be left out",
  );
});

test("a broken profile is one clear usage fault", async (t) => {
  const cases: readonly [unknown, RegExp][] = [
    ["{", /^Cannot use profile ".*": it is not JSON$/],
    ["7", /it is not a JSON object$/],
    ["null", /it is not a JSON object$/],
    [[], /it is not a JSON object$/],
    [{}, /"promise" is not one of bytes, lines, json$/],
    [{ promise: "byte" }, /"promise" is not one of/],
    [{ promise: "json", malformed: "keep" }, /"malformed" is not one of forward, reject, drop$/],
    [{ promise: "json", without: "stderr" }, /"without" is not an object of check id to reason$/],
    [{ promise: "json", without: ["bridge.promise.stderr"] }, /"without" is not an object/],
    [{ promise: "json", without: { "bridge.promise.stderr": true } }, /"without" is not an object/],
  ];

  for (const [content, message] of cases) {
    const path = file(t, content);
    t.throws(() => readProfile(path), { name: "Fault", code: "usage", message }, JSON.stringify(content));
  }
  t.throws(() => readProfile("byte"), {
    code: "usage",
    message: 'Cannot read "byte": it is neither a promise level (bytes, lines, json) nor a file',
  });
});

test("level meaning, which needs a rewrite map, is told apart from a wrong word", async (t) => {
  t.throws(() => readProfile("meaning"), {
    code: "usage",
    message: /^Promise level "meaning" needs a rewrite map/,
  });
});
