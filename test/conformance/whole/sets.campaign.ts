import t from "tap";
import { shardOf } from "../../../src/cli/fuzz-options.js";
import { pinnedSets } from "./sets.js";
import { stubsOf, type WholeRole, wholeSetOf } from "./whole-suite.js";

// `ACP_ASSAY_SHARD=I/N` plays every Nth stub; without it all of them are played, which takes more than an hour.
t.setTimeout(5_400_000);
const { index, count } = shardOf(process.env["ACP_ASSAY_SHARD"]);

const ROLES: readonly WholeRole[] = ["agent", "client"];
for (const role of ROLES) {
  t.test(`the whole ${role} suite holds against each stub exactly what is pinned`, async (t) => {
    const sets = pinnedSets(role);
    const stubs = [...stubsOf(role, "mutant"), ...stubsOf(role, "control")];

    for (const name of stubs.filter((_, place) => place % count === index)) {
      t.strictSame(await wholeSetOf(role, name), sets[name], name);
    }
  });
}
