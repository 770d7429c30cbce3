import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { rawAgent } from "../fuzz/agent/campaign.js";
import { spawnPlain } from "../plain-node.js";
import { place, reportIn } from "./fuzz-subjects.js";
import { runCli } from "./run.js";

test("a finding is exit 1; its replay says STILL FAILS on the mutant and FIXED on another agent", async (t) => {
  const cwd = t.testdir();
  const args = [
    "fuzz",
    "--role",
    "agent",
    "--depth",
    "smoke",
    "--runs",
    "30",
    "--report",
    "json=report.json",
  ];
  const run = await runCli([...args, "--", ...rawAgent("cancels-all")], cwd);
  const finding = reportIn(cwd).checks.find(({ id }) => id === "agent.fuzz.cancel-scope");
  const id = finding?.failureId ?? "";

  const again = await runCli(["replay", id], cwd);
  const fixed = await runCli(["replay", id, "--", ...rawAgent("obedient")], cwd);

  t.equal(run.code, 1, run.stderr);
  t.match(finding, { status: "FAIL", role: "agent", level: "must", expected: /another stop reason/ });
  t.match(again, { code: 1, stdout: new RegExp(`^STILL FAILS {2}${id} {2}agent\\.fuzz\\.cancel-scope`) });
  t.match(fixed, { code: 0, stdout: new RegExp(`^FIXED {2}${id}`) });

  const next = await runCli([...args, "--runs", "1", "--", ...rawAgent("cancels-all")], cwd);

  t.equal(next.code, 1, next.stderr);
  t.match(reportIn(cwd).coverage, { saved: { played: 1, failed: 1 } });
  t.equal(readdirSync(join(cwd, ".acp-assay/failures")).length, 1, "it is saved as it was");
});

test("an agent that never answers initialize is exit 4", async (t) => {
  const cwd = t.testdir();
  const args = ["fuzz", "--role", "agent", "--timeout", "500", "--report", "json=report.json"];
  const run = await runCli([...args, "--", ...rawAgent("never-initializes")], cwd);

  t.equal(run.code, 4);
  t.match(run.stderr, /^acp-assay: Cannot test the agent: initialize: no answer within 500 ms/);
  t.match(reportIn(cwd), { subject: { role: "agent" }, checks: [], ok: false });
});

test("an interrupted campaign is exit 130 with a partial report", async (t) => {
  const cwd = t.testdir();
  const args = ["fuzz", "--role", "agent", "--for", "10m", "--report", "json=report.json"];
  const child = spawnPlain(
    [process.execPath, place("dist/src/cli/main.js"), ...args, "--", ...rawAgent("obedient")],
    cwd,
  );
  child.stdout.resume();
  child.stderr.resume();
  const closed = once(child, "close");

  await new Promise((resolve) => setTimeout(resolve, 4000));
  child.kill("SIGINT");
  const [code] = await closed;

  t.equal(code, 130);
  t.match(reportIn(cwd), { verdict: { blockedBy: "interrupted" }, ok: false, summary: { fail: 0 } });
});

test("the shards of a campaign together play what one would, whatever the workers", async (t) => {
  const cwd = t.testdir();
  const hashOf = async (...more: readonly string[]): Promise<unknown> => {
    const args = ["fuzz", "--role", "agent", "--runs", "12", "--report", "json=report.json", ...more];
    await runCli([...args, "--", ...rawAgent("obedient")], cwd);
    const { scenarioHash, conversations } = reportIn(cwd).coverage;
    return [scenarioHash, conversations];
  };

  const alone = await hashOf("--workers", "1");
  const shards = [await hashOf("--shard", "1/3"), await hashOf("--shard", "3/3")];

  t.same(await hashOf("--workers", "3"), alone);
  t.match(shards, [
    [String, 4],
    [String, 4],
  ]);
});
