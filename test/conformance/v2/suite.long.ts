import t from "tap";
import { agentSuiteTwo } from "../../../conformance/v2/suite.js";
import { runAgentSuite } from "../../../src/engine/agent-run.js";
import { OBEDIENT_TWO } from "../../../stubs/agent/v2/catalogue.js";
import { agentTwo, canAccuse, settingFor, statusOf } from "../bench.js";
import { twosBreakTheirs, twosNeverAccused } from "./break-theirs.js";
import { NEVER_BROKEN } from "./mutants.js";

/** Every how many-th mutant and control plays here; suite.campaign.ts plays all of them. */
const EVERY = 9;

t.setTimeout(120_000);

t.test("the obedient agent of version 2 passes every check that can fail", async (t) => {
  const verdicts = await runAgentSuite({
    setting: await settingFor(agentTwo(OBEDIENT_TWO.name), 5000, "v2"),
    suite: agentSuiteTwo,
    isSelected: canAccuse,
    workers: 2,
  });

  const other = verdicts.filter(
    (each) => statusOf(each) !== "PASS" && !(each.id.slice("acp.v2.".length) in NEVER_BROKEN),
  );

  t.strictSame(
    other.map((each) => `${each.id}: ${statusOf(each)} ${JSON.stringify(each.verdict)}`),
    [],
  );
});

t.test("more mutants of version 2 break exactly the requirements pinned for them", async (t) => {
  await twosBreakTheirs(t, (place) => place % EVERY === 1);
});

t.test("controls of version 2 are accused of nothing", async (t) => {
  await twosNeverAccused(t, ["prompt/kinds", "permission/answers"], EVERY);
});
