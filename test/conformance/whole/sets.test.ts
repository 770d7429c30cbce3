import t from "tap";
import { clientMutants } from "../client-mutants.js";
import { mutants } from "../mutants.js";
import { pinnedSets } from "./sets.js";
import { stubsOf, type WholeRole } from "./whole-suite.js";

const ROWS = { agent: mutants, client: clientMutants };
const ROLES: readonly WholeRole[] = ["agent", "client"];

for (const role of ROLES) {
  t.test(`the sets that are pinned for each ${role}`, async (t) => {
    const sets = pinnedSets(role);

    t.test("are those of every stub, and of no other", async (t) => {
      const stubs = [...stubsOf(role, "mutant"), ...stubsOf(role, "control")];

      t.strictSame(Object.keys(sets), [...stubs].sort());
    });

    t.test("are empty for what is odd and legal", async (t) => {
      const accused = stubsOf(role, "control").filter((name) => sets[name]?.length !== 0);

      t.strictSame(accused, []);
    });

    t.test("hold what the mutant breaks in the scenario of its own", async (t) => {
      for (const name of stubsOf(role, "mutant")) {
        const [, ...own] = ROWS[role][name] ?? [name];
        const missing = own.filter((id) => !sets[name]?.includes(id));

        t.strictSame(missing, [], name);
      }
    });
  });
}
