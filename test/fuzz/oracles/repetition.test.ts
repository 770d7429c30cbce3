import { test } from "tap";
import { CampaignStatistics, differenceOf } from "../../../src/fuzz/conversation/conversation-statistics.js";
import type { Shown } from "../../../src/fuzz/conversation/game.js";

function shown(kinds: readonly string[], checkIds: readonly string[] = []): Shown {
  const sightings = checkIds.map((checkId) => ({
    checkId,
    family: "",
    expected: "",
    actual: "",
    frames: [],
  }));
  return { kinds, sightings, ground: [], frames: kinds.length, slowestMs: 0 };
}

test("differenceOf() tells other kinds of frames and other findings, not their order", async (t) => {
  t.equal(differenceOf(shown(["a", "b"]), shown(["b", "a"])), undefined);
  t.equal(differenceOf(shown(["a", "b"]), shown(["a"])), "only the first time b");
  t.equal(differenceOf(shown(["a"]), shown(["a"], ["x"])), "only the second time a finding of x");
});

test("CampaignStatistics counts the conversations that went another way, and names the first", async (t) => {
  const statistics = new CampaignStatistics();
  statistics.compare(20, shown(["a"]), shown(["b"]));
  statistics.compare(10, shown(["a"]), shown(["a", "c"]));
  statistics.compare(0, shown(["a"]), shown(["a"]));

  t.same(statistics.all.again, {
    played: 3,
    different: 2,
    example: "conversation 10: only the second time c",
  });
});
