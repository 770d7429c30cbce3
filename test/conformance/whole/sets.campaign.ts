import t from "tap";
import { shardOf } from "../../../src/cli/fuzz-options.js";
import { pooled } from "../bench.js";
import { pinnedSets } from "./sets.js";
import { stubsOf, type WholeRole, wholeSetOf } from "./whole-suite.js";

// `ACP_ASSAY_SHARD=I/N` plays every Nth stub; without it all of them are played, which takes about an hour.
t.setTimeout(5_400_000);
const { index, count } = shardOf(process.env["ACP_ASSAY_SHARD"]);
/** Those that never answer something are waited for most of the time. */
const AT_ONCE = 3;

const ROLES: readonly WholeRole[] = ["agent", "client"];
for (const role of ROLES) {
  t.test(`the whole ${role} suite holds against each stub exactly what is pinned`, async (t) => {
    const pinned = pinnedSets(role);
    const all = [...stubsOf(role, "mutant"), ...stubsOf(role, "control")];
    const stubs = all.filter((_, place) => place % count === index);

    const sets = await pooled(stubs, AT_ONCE, async (name) => await wholeSetOf(role, name));

    for (const [place, name] of stubs.entries()) {
      const isAsPinned = String(sets[place]) === String(pinned[name]);
      // Some defects hang on how bytes arrive, and three at once arrive in another way: what differs is played alone.
      t.strictSame(isAsPinned ? sets[place] : await wholeSetOf(role, name), pinned[name], name);
    }
  });
}
