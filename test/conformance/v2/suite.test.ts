import t from "tap";
import { agentSuiteTwo } from "../../../conformance/v2/suite.js";
import { readCatalogue } from "../../../src/cli/check-catalogue.js";
import { runCheck } from "../../../src/cli/run-check.js";
import { binds } from "../../../src/engine/requirement.js";
import { catalogueTwo, OBEDIENT_TWO } from "../../../stubs/agent/v2/catalogue.js";
import { accusedOf, agentTwo, canAccuse, registry, scenarioOf, settingFor } from "../bench.js";
import { twosBreakTheirs } from "./break-theirs.js";
import { mutantsTwo, NEVER_BROKEN } from "./mutants.js";

/** Every how many-th mutant plays here; suite.long.ts plays more, suite.campaign.ts all of them. */
const QUICK_EVERY = 30;

/** The scenario that shows most kinds of frames; suite.long.ts plays all of them. */
const QUICK = "prompt/kinds";

const judged = [
  ...new Set([
    ...agentSuiteTwo.scenarios.flatMap(({ judges }) => judges),
    ...agentSuiteTwo.passive.map(({ id }) => id),
  ]),
];

t.setTimeout(120_000);

t.test("the agent suite of version 2", async (t) => {
  t.test("judges only requirements of version 2 that bind the agent", async (t) => {
    const strangers = judged.filter((id) => {
      const requirement = registry.find(id);
      return requirement === undefined || !binds(requirement, "agent") || !id.startsWith("acp.v2.");
    });

    t.strictSame(strangers, []);
  });

  t.test("names its scenarios chapter/slug, each once", async (t) => {
    const names = agentSuiteTwo.scenarios.map(({ name }) => name);

    t.strictSame(
      names.filter((name) => !/^[a-z-]+\/[a-z-]+$/.test(name)),
      [],
    );
    t.equal(new Set(names).size, names.length);
  });
});

t.test("the registry of version 2", async (t) => {
  const entries = readCatalogue(undefined, "v2");

  t.equal(entries.length, 187);
  t.ok(judged.length >= 110, `${judged.length} are judged`);
  t.strictSame(
    [...new Set(entries.flatMap(({ requirement }) => requirement.excluded ?? []))].sort(),
    ["duplicate of another id", "not visible on the wire"],
    "reasons of the closed list",
  );
});

t.test("there is no suite of version 2 for clients and bridges", async (t) => {
  for (const role of ["client", "bridge"] as const)
    await t.rejects(runCheck({ subject: ["true"], role, schema: "v2" }), {
      code: "usage",
      message: `--schema v2 judges agents: it has no suite for a ${role}`,
    });
});

t.test("the table of mutants of version 2", async (t) => {
  t.test("lists every mutant of the catalogue, and no other", async (t) => {
    const names = catalogueTwo.filter(({ kind }) => kind === "mutant").map(({ name }) => name);

    t.strictSame(Object.keys(mutantsTwo).sort(), [...names].sort());
    t.equal(new Set(catalogueTwo.map(({ name }) => name)).size, catalogueTwo.length, "each name once");
  });

  t.test("has a mutant for every requirement that can fail or warn", async (t) => {
    const broken = new Set(Object.values(mutantsTwo).flatMap(([, ...ids]) => ids));

    const unbroken = judged
      .filter(canAccuse)
      .map((id) => id.replace("acp.v2.", ""))
      .filter((id) => !broken.has(id));

    t.strictSame(unbroken.sort(), Object.keys(NEVER_BROKEN).sort());
  });

  t.test("tells every two mutants apart by their defect or by what they break", async (t) => {
    const keys = catalogueTwo.map(
      ({ name, defect }) => `${defect}: ${(mutantsTwo[name] ?? [name]).join(" ")}`,
    );

    t.equal(new Set(keys).size, keys.length);
  });
});

t.test("the obedient agent of version 2 is accused of nothing in a scenario", async (t) => {
  const setting = await settingFor(agentTwo(OBEDIENT_TWO.name), 5000, "v2");

  t.strictSame(await accusedOf(scenarioOf("v2", QUICK), setting), []);
});

t.test("some mutants of version 2 break exactly the requirements pinned for them", async (t) => {
  await twosBreakTheirs(t, (place) => place % QUICK_EVERY === 0);
});
