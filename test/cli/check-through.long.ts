import { test } from "tap";
import { place, reportIn, stubBridge, TEE } from "./fuzz-subjects.js";
import { runCli } from "./run.js";

const AGENT: readonly string[] = [process.execPath, place("dist/stubs/agent/raw/main.js")];

test("a bridge that changes nothing gets every verdict that the agent gets, failures among them", async (t) => {
  const cwd = t.testdir();
  const through = JSON.stringify(TEE);
  const args = ["check", "jsonrpc", "--through", through, "--report", "json=report.json", "--"];
  const run = await runCli([...args, ...AGENT, "answers-notifications"], cwd);

  t.equal(run.code, 0, run.stderr);
  const { subject, checks, coverage } = reportIn(cwd);
  t.match(subject, { role: "bridge", argv: [TEE[0], ...AGENT] });
  t.match(coverage, { compared: checks.length, differing: 0 });
  t.ok(checks.filter(({ status }) => status === "PASS").length > 10);
});

test("a verdict that is another one through the bridge is held against the bridge", async (t) => {
  const cwd = t.testdir();
  const through = JSON.stringify(stubBridge("swallows-cancel"));
  const args = [
    "check",
    "cancel.agent-responds-cancelled",
    "--timeout",
    "2000",
    "--through",
    through,
    "--report",
    "json=report.json",
    "--",
  ];
  const run = await runCli([...args, ...AGENT, "obedient"], cwd);

  t.equal(run.code, 1, run.stderr);
  const failed = reportIn(cwd).checks.filter(({ status }) => status === "FAIL");
  t.ok(failed.length > 0);
  t.match(failed[0], {
    role: "bridge",
    expected: "PASS, as without the bridge",
    actual: /^(FAIL|WARN|NOT-TESTED)/,
  });
});
