import t from "tap";
import { clientSuite } from "../../conformance/client-suite.js";
import { binds } from "../../src/engine/requirement.js";
import { catalogue } from "../../stubs/client/catalogue.js";
import { canAccuse, pooled, registry } from "./bench.js";
import { accusedClientOf, clientScenarioNamed, clientSettingFor } from "./client-bench.js";
import { clientsBreakTheirs } from "./client-break-theirs.js";
import { clientMutants } from "./client-mutants.js";
import { QUICK_EVERY } from "./client-sample.js";

// Dozens of processes: on a busy machine that takes longer than a test file usually may.
t.setTimeout(600_000);

/** Scenarios of each kind; the long test plays all of them. */
const SAMPLE = ["initialize/handshake", "permission/requests"];

/** Requirements that are judged and that no verdict of this suite can break, and why. */
const NEVER_BROKEN: Readonly<Record<string, string>> = {
  "config.modes-fallback": "a client may have no use for modes at all",
  "ext.no-custom-root-fields": "an unknown field may come from a later schema, so it is written down",
  "transport.stdio-supported": "a client that does not start its agent is not tested at all",
};

const judged = [
  ...new Set([
    ...clientSuite.scenarios.flatMap(({ judges }) => judges),
    ...clientSuite.passive.map(({ id }) => id),
  ]),
];

t.test("the client suite", async (t) => {
  t.test("judges only requirements of the registry that bind the client", async (t) => {
    for (const id of judged) {
      const requirement = registry.find(id);
      t.ok(requirement !== undefined && binds(requirement, "client"), id);
    }
  });

  t.test("judges at least 200 requirements, 150 of which can fail or warn", async (t) => {
    t.ok(judged.length >= 200, `${judged.length} requirements`);
    t.ok(judged.filter(canAccuse).length >= 150, `${judged.filter(canAccuse).length} that can fail or warn`);
  });

  t.test("names its scenarios chapter/slug, each once", async (t) => {
    const names = clientSuite.scenarios.map(({ name }) => name);

    t.strictSame(
      names.filter((name) => !/^[a-z-]+\/[a-z-]+$/.test(name)),
      [],
    );
    t.equal(new Set(names).size, names.length);
  });
});

t.test("the obedient raw client is accused of nothing in some scenarios", async (t) => {
  const setting = await clientSettingFor("obedient", 10_000);

  const accused = await pooled(SAMPLE, 2, async (name) =>
    accusedClientOf(clientScenarioNamed(name), setting),
  );

  t.strictSame(accused.flat(), []);
});

t.test("some mutants of the raw client break exactly the requirements pinned for them", async (t) => {
  await clientsBreakTheirs(t, (place) => place % QUICK_EVERY === 0);
});

t.test("the table of mutants", async (t) => {
  t.test("lists every mutant of the catalogue, and no other", async (t) => {
    const names = catalogue.filter(({ kind }) => kind === "mutant").map(({ name }) => name);

    t.strictSame(Object.keys(clientMutants).sort(), [...names].sort());
    t.equal(new Set(catalogue.map(({ name }) => name)).size, catalogue.length, "no name stands there twice");
  });

  t.test("has a mutant for every requirement that can fail or warn", async (t) => {
    const broken = new Set(Object.values(clientMutants).flatMap(([, ...ids]) => ids));

    const unbroken = judged
      .filter(canAccuse)
      .map((id) => id.replace("acp.v1.", ""))
      .filter((id) => !broken.has(id));

    t.strictSame(unbroken.sort(), Object.keys(NEVER_BROKEN).sort());
  });

  t.test("tells every two mutants apart by their defect or by what they break", async (t) => {
    const keys = catalogue.map(
      ({ name, defect }) => `${defect}: ${(clientMutants[name] ?? [name]).join(" ")}`,
    );

    t.equal(new Set(keys).size, keys.length);
  });
});
