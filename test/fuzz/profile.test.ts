import { type Test, test } from "tap";
import { profileOfLevel, readAnyProfile, readProfile } from "../../src/fuzz/profile.js";

const ADAPTS = { client: 1, agent: 2 } as const;

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
    [{}, /"promise" is not one of bytes, lines, json, meaning$/],
    [{ promise: "byte" }, /"promise" is not one of/],
    [{ promise: "json", malformed: "keep" }, /"malformed" is not one of forward, reject, drop$/],
    [{ promise: "json", without: "stderr" }, /"without" is not an object of check id to reason$/],
    [{ promise: "json", without: ["bridge.promise.stderr"] }, /"without" is not an object/],
    [{ promise: "json", without: { "bridge.promise.stderr": true } }, /"without" is not an object/],
    [
      { promise: "meaning", rewrites: "ids" },
      /"rewrites" is not a list of ids, sessionIds, cwd, capabilities$/,
    ],
    [{ promise: "meaning", rewrites: ["ids", "paths"] }, /"rewrites" is not a list of/],
    [{ promise: "json", invalid: "drop" }, /"invalid" is not "refuse"$/],
    [{ adapts: 2 }, /"adapts" is not an object of "client", "agent" and "loses"$/],
    [{ adapts: { client: 2, agent: 1 } }, /only those with "client": 1 and "agent": 2 are judged/],
    [{ adapts: { ...ADAPTS, loses: ["text"] } }, /"loses" is not a list of message-replacement, /],
    [{ adapts: { ...ADAPTS, drops: [] } }, /"drops" in "adapts" is not one of client, agent, loses$/],
    [{ adapts: ADAPTS, promise: "json" }, /beside "adapts", "promise" is not one of adapts, without$/],
  ];

  for (const [content, message] of cases) {
    const path = file(t, content);
    t.throws(() => readAnyProfile(path), { name: "Fault", code: "usage", message }, JSON.stringify(content));
  }
  t.throws(() => readAnyProfile("byte"), {
    code: "usage",
    message:
      'Cannot read "byte": it is neither a promise level (bytes, lines, json, meaning), a profile (tee, validating, rewriting, adapter) nor a file',
  });
});

test("level meaning may rewrite all that can be followed, or what a file says", async (t) => {
  t.same(readProfile("meaning").rewrites, ["ids", "sessionIds", "cwd", "capabilities"]);
  t.same(readProfile(file(t, { promise: "meaning", rewrites: ["cwd", "ids"] })).rewrites, ["ids", "cwd"]);
  t.same(readProfile(file(t, { promise: "json", invalid: "refuse" })), {
    ...profileOfLevel("json"),
    invalid: "refuse",
  });
});

test("an adapter declares its versions and what it loses, and is for check alone", async (t) => {
  const path = file(t, { adapts: { ...ADAPTS, loses: ["unknown-update", "message-clear"] } });

  t.same(readAnyProfile(path), {
    adapts: { ...ADAPTS, loses: ["message-clear", "unknown-update"] },
    without: {},
  });
  t.same(readAnyProfile("adapter"), { adapts: { ...ADAPTS, loses: [] }, without: {} });
  t.throws(() => readProfile("adapter"), { code: "usage", message: /only check judges it$/ });
});

test("three sorts of bridges have a profile of their own name", async (t) => {
  t.same(readProfile("tee"), profileOfLevel("bytes"));
  t.match(readProfile("validating"), { promise: "json", malformed: "reject", invalid: "refuse" });
  t.match(readProfile("rewriting"), { promise: "meaning", malformed: "reject", invalid: "refuse" });
});
