import { test } from "tap";
import { breakTheirRules, pinnedRules } from "./rule-mutants.js";

test("each stub bridge breaks exactly the rules that are pinned for it", { timeout: 900_000 }, async (t) => {
  await breakTheirRules(t, Object.keys(pinnedRules));
});
