import t from "tap";
import { agentSuite } from "../../conformance/suite.js";
import { catalogue } from "../../stubs/agent/raw/catalogue.js";
import { canAccuse } from "./bench.js";
import { breakTheirs, MUTANT_ROWS } from "./break-theirs.js";
import { mutants } from "./mutants.js";

// Hundreds of processes: on a busy machine that takes longer than a test file usually may.
t.setTimeout(600_000);

/** Requirements that are judged and that no verdict of this suite can break, and why. */
const NEVER_BROKEN: Readonly<Record<string, string>> = {
  "ext.no-custom-root-fields": "an unknown field may come from a later schema, so it is written down",
  "tools.name-field": "a name may change to correct what was reported before, so it is written down",
  "dirs.list-may-change": "an agent may refuse roots that do not go with what it has stored",
  "mcp.http-recommended": "whether an agent is a new one is not seen",
  "session.cwd-in-root-set": "a file that is not written may be missing for any reason",
  "session.list-page-size": "no number says which size is reasonable, so it is written down",
  "stop.end-turn": "a turn may end for another reason that is its own affair",
};

t.test("some mutants of the raw agent break exactly the requirements pinned for them", async (t) => {
  await breakTheirs(
    t,
    MUTANT_ROWS.filter((_, place) => place % 24 === 0),
  );
});

t.test("the table of mutants", async (t) => {
  t.test("lists every mutant of the catalogue, and no other", async (t) => {
    const names = catalogue.filter(({ kind }) => kind === "mutant").map(({ name }) => name);

    t.strictSame(Object.keys(mutants).sort(), [...names].sort());
    t.equal(new Set(catalogue.map(({ name }) => name)).size, catalogue.length, "no name stands there twice");
  });

  t.test("has a mutant for every requirement that can fail or warn", async (t) => {
    const judged = [
      ...agentSuite.scenarios.flatMap(({ judges }) => judges),
      ...agentSuite.passive.map(({ id }) => id),
    ];
    const broken = new Set(Object.values(mutants).flatMap(([, ...ids]) => ids));

    const unbroken = [...new Set(judged)]
      .filter(canAccuse)
      .map((id) => id.replace("acp.v1.", ""))
      .filter((id) => !broken.has(id));

    t.strictSame(unbroken.sort(), Object.keys(NEVER_BROKEN).sort());
  });

  t.test("tells every two mutants apart by their defect or by what they break", async (t) => {
    const keys = catalogue.map(({ name, defect }) => `${defect}: ${(mutants[name] ?? [name]).join(" ")}`);

    t.equal(new Set(keys).size, keys.length);
  });
});
