import t from "tap";
import { agentSuite } from "../../conformance/suite.js";
import { isDeclarative } from "../../src/engine/requirement.js";
import { catalogue, OBEDIENT } from "../../stubs/agent/raw/catalogue.js";
import { brokenIn, pooled, rawAgent, registry, scenarioNamed, settingFor, statusesOf } from "./bench.js";
import { mutants } from "./mutants.js";

const isCampaign: boolean = process.env["ACP_ASSAY_CAMPAIGN"] === "1";
const WORKERS = 4;

t.test("every mutant of the raw agent breaks exactly the requirements pinned for it", async (t) => {
  const setting = await settingFor(rawAgent(OBEDIENT.name));
  const names = catalogue.filter(({ kind }) => kind === "mutant").map(({ name }) => name);
  t.strictSame(Object.keys(mutants).sort(), [...names].sort(), "the table lists every mutant, and no other");

  const seen = await pooled(Object.entries(mutants), WORKERS, async ([name, [scenario]]) =>
    brokenIn(await statusesOf(scenarioNamed(scenario), { ...setting, argv: rawAgent(name) })),
  );

  for (const [index, [name, [scenario, ...broken]]] of Object.entries(mutants).entries()) {
    t.strictSame(seen[index], [...broken].sort(), `${name} in ${scenario}`);
  }
});
