import t from "tap";
import { agentSuite } from "../../../conformance/suite.js";
import { agentSuiteTwo } from "../../../conformance/v2/suite.js";
import { runAgentSuite } from "../../../src/engine/agent-run.js";
import { OBEDIENT_TWO } from "../../../stubs/agent/v2/catalogue.js";
import { agentTwo, canAccuse, settingFor, smallAgentTwo, statusOf } from "../bench.js";
import { twosBreakTheirs, twosNeverAccused } from "./break-theirs.js";

t.setTimeout(900_000);

t.test("every mutant of version 2 breaks exactly the requirements pinned for it", async (t) => {
  await twosBreakTheirs(t, () => true);
});

t.test("no control of version 2 is accused of anything in any scenario", async (t) => {
  await twosNeverAccused(
    t,
    agentSuiteTwo.scenarios.map(({ name }) => name),
  );
});

t.test("an agent that speaks both versions fails nothing of the suite of version 1", async (t) => {
  const verdicts = await runAgentSuite({
    setting: await settingFor(agentTwo(OBEDIENT_TWO.name), 5000),
    suite: agentSuite,
    isSelected: canAccuse,
    workers: 2,
  });

  t.ok(verdicts.filter((each) => statusOf(each) === "PASS").length > 150);
  t.strictSame(
    verdicts.filter((each) => ["FAIL", "WARN"].includes(statusOf(each))).map(({ id }) => id),
    [],
  );
});

t.test("a small agent on the SDK is accused of nothing in any scenario of version 2", async (t) => {
  const verdicts = await runAgentSuite({
    setting: await settingFor(smallAgentTwo, 5000, "v2"),
    suite: agentSuiteTwo,
    isSelected: (id) => canAccuse(id) && id !== "acp.v2.init.keep-v1",
    workers: 2,
  });

  t.ok(verdicts.filter((each) => statusOf(each) === "PASS").length > 60);
  t.strictSame(
    verdicts.filter((each) => ["FAIL", "WARN"].includes(statusOf(each))).map(({ id }) => id),
    [],
  );
});
