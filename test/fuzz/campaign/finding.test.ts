import { fileURLToPath } from "node:url";
import { test } from "tap";
import type { Observation } from "../../../src/driver/sandwich/observation.js";
import { readRegistry } from "../../../src/engine/registry.js";
import type { Ending } from "../../../src/fuzz/campaign/ending.js";
import { expectedOf } from "../../../src/fuzz/campaign/expected.js";
import { fuzzCheckIds, seenIn, titleOf } from "../../../src/fuzz/campaign/finding.js";
import { caseOfTrial } from "../../../src/fuzz/campaign/trial.js";
import { type Profile, profileOfLevel } from "../../../src/fuzz/profile.js";

const bytes = profileOfLevel("bytes");
const registry = readRegistry(
  fileURLToPath(new URL("../../../../conformance/requirements", import.meta.url)),
);

/** The check that a run speaks against which differs from a direct one as `change` says. */
function seen(ending: Ending, change: Partial<Observation>, profile: Profile = bytes): string | undefined {
  const played = caseOfTrial({ acts: [], ending });
  const direct = expectedOf(played.steps);
  return seenIn({ ending }, played, { direct, through: { ...direct, ...change } }, profile)?.checkId;
}

test("a run that shows what was foretold speaks against nothing", async (t) => {
  t.equal(seen("client-closes", {}), undefined);
  t.equal(seen("agent-dies", {}), undefined);
});

test("each difference speaks against the check that promises it, which depends on the ending", async (t) => {
  const lost = { received: { c2a: Buffer.from("x"), a2c: Buffer.alloc(0) } };

  t.equal(seen("client-closes", lost), "bridge.promise.bytes");
  t.equal(seen("client-closes", { stderr: Buffer.from("x") }), "bridge.promise.stderr");
  t.equal(seen("agent-exits", { exit: { code: 0, signal: null } }), "bridge.promise.exit-code");
  t.equal(seen("agent-dies", { exit: { code: 1, signal: null } }), "bridge.promise.exit-signal");
  t.equal(seen("half-close", { agentSawEof: false }), "bridge.promise.client-eof");
  t.equal(seen("agent-closes", { clientSawEof: false }), "bridge.promise.agent-eof");
  t.equal(seen("agent-exits", { clientSawEof: false }), "bridge.promise.exit-unasked");
});

test("the streams speak before the exit does", async (t) => {
  const received = { c2a: Buffer.from("x"), a2c: Buffer.alloc(0) };

  t.equal(seen("agent-exits", { received, exit: undefined }), "bridge.promise.bytes");
});

test("what the profile does not promise is not held against the bridge", async (t) => {
  const profile = { ...profileOfLevel("json"), without: { "bridge.promise.stderr": "it logs there" } };
  const blank = { received: { c2a: Buffer.from("\n"), a2c: Buffer.alloc(0) } };

  t.equal(seen("client-closes", { stderr: Buffer.from("x") }, profile), undefined);
  t.equal(seen("client-closes", blank, profile), undefined);
  t.equal(seen("client-closes", blank), "bridge.promise.bytes");
});

test("every check that a campaign can fail is in the registry", async (t) => {
  const ids = fuzzCheckIds(bytes);

  t.equal(ids.length, 9);
  t.same(
    ids.filter((id) => registry.get(id).role !== "bridge"),
    [],
  );
  t.ok(fuzzCheckIds(profileOfLevel("json")).includes("bridge.promise.json"));
});

test("titleOf() takes two sessions for the same finding when only numbers differ", async (t) => {
  const said = (text: string) =>
    caseOfTrial({
      acts: [{ steps: [{ do: "write", dir: "c2a", payload: { text } }], about: [] }],
      ending: "client-closes",
    });

  t.equal(titleOf("a", said("[1]")), titleOf("a", said("[234]")));
  t.not(titleOf("a", said("[1]")), titleOf("b", said("[1]")));
  t.not(titleOf("a", said("[1]")), titleOf("a", said("[x]")));
});
