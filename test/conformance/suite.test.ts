import t from "tap";
import { agentSuite } from "../../conformance/suite.js";
import { runAgentSuite } from "../../src/engine/agent-run.js";
import { binds } from "../../src/engine/requirement.js";
import { OBEDIENT } from "../../stubs/agent/raw/catalogue.js";
import { isCampaign } from "../how-much.js";
import { canAccuse, rawAgent, registry, scenarioNamed, settingFor, statusesOf, statusOf } from "./bench.js";
import { neverAccused } from "./controls.js";

/** What shows only where sessions need a login. */
const WITH_LOGIN = ["acp.v1.auth.logout-requires-reauth", "acp.v1.auth.required-code"];

/** What is written down and never passes, and what another agent shows. */
const UNSEEN = ["acp.v1.tools.name-field", "acp.v1.session.list-page-size", ...WITH_LOGIN];

/** The scenario that shows most kinds of frames; every eighth control plays it; controls.long.ts plays more, ACP_ASSAY_CAMPAIGN=1 all of them. */
const FOR_CONTROLS = ["prompt-turn/turns"];

// Hundreds of processes: on a busy machine that takes longer than a test file usually may.
t.setTimeout(600_000);

t.test("the agent suite", async (t) => {
  const judged = [
    ...agentSuite.scenarios.flatMap(({ judges }) => judges),
    ...agentSuite.passive.map(({ id }) => id),
  ];

  t.test("judges only requirements of the registry that bind the agent", async (t) => {
    for (const id of judged) {
      const requirement = registry.find(id);
      t.ok(requirement !== undefined && binds(requirement, "agent"), id);
    }
  });

  t.test("judges at least 240 requirements, 180 of which can fail or warn", async (t) => {
    const ids = [...new Set(judged)];

    t.ok(ids.length >= 240, `${ids.length} requirements`);
    t.ok(ids.filter(canAccuse).length >= 180, `${ids.filter(canAccuse).length} that can fail or warn`);
  });

  t.test("names its scenarios chapter/slug, each once", async (t) => {
    const names = agentSuite.scenarios.map(({ name }) => name);

    t.strictSame(
      names.filter((name) => !/^[a-z-]+\/[a-z-]+$/.test(name)),
      [],
    );
    t.equal(new Set(names).size, names.length);
  });
});

t.test("the obedient raw agent passes every check that can fail", async (t) => {
  const judged = await runAgentSuite({
    setting: await settingFor(rawAgent(OBEDIENT.name), 5000),
    suite: agentSuite,
    isSelected: canAccuse,
    workers: 2,
  });

  const other = judged.filter((each) => statusOf(each) !== "PASS" && !UNSEEN.includes(each.id));

  t.strictSame(
    other.map((each) => `${each.id}: ${statusOf(each)} ${JSON.stringify(each.verdict)}`),
    [],
  );
});

t.test("an agent that wants a login passes what is about that", async (t) => {
  const statuses = await statusesOf(
    scenarioNamed("auth/login"),
    await settingFor(rawAgent("wants-login"), 5000),
  );

  t.strictSame(
    WITH_LOGIN.map((id) => statuses.get(id)),
    ["PASS", "PASS"],
  );
});

t.test("no check accuses a control: odd agents that break no rule", async (t) => {
  if (isCampaign) await neverAccused(t, agentSuite.scenarios);
  else await neverAccused(t, FOR_CONTROLS.map(scenarioNamed), 8);
});
