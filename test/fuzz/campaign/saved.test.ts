import { test } from "tap";
import type { BridgeCase } from "../../../src/fuzz/bridge-case.js";
import { playSaved } from "../../../src/fuzz/campaign/saved.js";
import { caseOfTrial } from "../../../src/fuzz/campaign/trial.js";
import { type Profile, profileOfLevel } from "../../../src/fuzz/profile.js";
import { PLAIN } from "../../plain-node.js";

const ALWAYS_EXITS_ZERO = [...PLAIN, "sh", "-c", '"$@"; exit 0', "sh", "{agent}"];
const exits: BridgeCase = { ...caseOfTrial({ acts: [], ending: "agent-exits" }), aspects: ["exit"] };
const sound: BridgeCase = { ...exits, aspects: ["streams"] };
const malformed: BridgeCase = { ...sound, isMalformed: true };

async function play(profile: Profile, ...saved: readonly (readonly [checkId: string, played: BridgeCase])[]) {
  return await playSaved(
    saved.map(([checkId, played]) => ({ checkId, played })),
    { bridge: ALWAYS_EXITS_ZERO, profile, workers: 1, waitMs: 2000, startMs: 20_000 },
  );
}

test("what still fails is a finding of its check, and what fails no more is none", async (t) => {
  const { played, findings } = await play(
    profileOfLevel("bytes"),
    ["bridge.promise.exit-code", exits],
    ["bridge.promise.bytes", sound],
  );

  t.equal(played, 2);
  t.match(findings, [
    {
      checkId: "bridge.promise.exit-code",
      difference: { expected: "code 7", actual: "code 0" },
      isFlaky: false,
      frames: 0,
    },
  ]);
  t.equal(findings.length, 1);
  t.equal(findings[0]?.trial, undefined, "no session of this campaign");
});

test("what the bridge does not promise is not played", async (t) => {
  const without = { "bridge.promise.exit-code": "it says 0 for done" };
  const modest: Profile = { promise: "json", malformed: "drop", without };

  const { played } = await play(modest, ["bridge.promise.exit-code", exits], ["wire.x", malformed]);

  t.equal(played, 0);
});

test("a broken level is held against the level that is declared", async (t) => {
  const { findings } = await play(profileOfLevel("json"), ["bridge.promise.bytes", exits]);

  t.match(findings, [{ checkId: "bridge.promise.json" }]);
});
